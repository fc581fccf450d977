package io.millrace.executor.simulation;

/** What is broken on purpose, so that it can be seen that the simulation finds it. */
enum Defect {
  NONE,
  /** Rows of the next epoch are taken in before all inputs have the barrier. */
  BARRIER_NOT_ALIGNED,
  /** State files are not synced before the manifest names them. */
  STATE_NOT_SYNCED,
  /** The manifest's directory is not synced, so that its rename may be lost. */
  MANIFEST_NAME_NOT_SYNCED,
  /** Writes to tables are acknowledged before they are synced. */
  LOG_NOT_SYNCED,
  /** Sinks make visible what they have prepared before there is a manifest. */
  SINK_COMMITTED_BEFORE_MANIFEST,
  /** One reference too few is counted: a state file that is still needed is removed. */
  FILE_REMOVED_TOO_EARLY,
  /** One reference too many is counted: a state file that nobody needs stays. */
  FILE_NEVER_REMOVED,
  /** What savepoints of earlier runs name is not counted, so that their files are removed. */
  SAVEPOINTS_FORGOTTEN,
  /** A source's position is that of a row behind the barrier. */
  POSITION_AFTER_BARRIER
}
