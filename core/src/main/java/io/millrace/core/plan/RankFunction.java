package io.millrace.core.plan;

/** How the rows of a partition are numbered, in their order, from 1. */
public enum RankFunction {
  /** Each row has its own number. */
  ROW_NUMBER,
  /** Rows that sort equal have one number: 1 more than there are rows before them. */
  RANK,
  /** Rows that sort equal have one number: 1 more than there are different numbers before them. */
  DENSE_RANK
}
