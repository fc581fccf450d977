package io.millrace.core.plan;

/** What the rows of a stream mean. */
public enum ChangelogMode {
  /** Only insertions: batches carry no weights. */
  APPEND,
  /** A Z-set: +n inserts n copies of exactly this row, −n takes n copies back. */
  RETRACT,
  /**
   * Rows with a unique key: a positive weight replaces the row with that key, a negative one
   * deletes it (its other columns are then not meaningful). At most one row a key and epoch.
   */
  UPSERT
}
