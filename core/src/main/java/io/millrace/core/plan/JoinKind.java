package io.millrace.core.plan;

/** Which rows a join puts out. */
public enum JoinKind {
  /** Each pair of rows that match. */
  INNER,
  /** Also the left rows without a match, with NULLs for the right columns. */
  LEFT,
  /** Also the right rows without a match, with NULLs for the left columns. */
  RIGHT,
  /** Also the rows of both sides without a match. */
  FULL,
  /** The left rows that have a match, once each. */
  SEMI,
  /** The left rows that have none. */
  ANTI;

  /** Whether rows of both sides are put together. */
  public boolean emitsPairs() {
    return this != SEMI && this != ANTI;
  }

  /** Whether left rows without a match are put out. */
  public boolean emitsUnmatchedLeft() {
    return this == LEFT || this == FULL || this == ANTI;
  }

  /** Whether right rows without a match are put out. */
  public boolean emitsUnmatchedRight() {
    return this == RIGHT || this == FULL;
  }
}
