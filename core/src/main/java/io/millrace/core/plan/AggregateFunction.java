package io.millrace.core.plan;

/** The aggregate functions that the engine computes incrementally. */
public enum AggregateFunction {
  /** Rows, or rows whose argument is not NULL when there is an argument. */
  COUNT,
  /** NULL for no rows. Exact: BIGINT sums keep 128 bits, DOUBLE sums are correctly rounded. */
  SUM,
  /** SUM / COUNT in the result's type; NULL for no rows. */
  AVG,
  MIN,
  MAX
}
