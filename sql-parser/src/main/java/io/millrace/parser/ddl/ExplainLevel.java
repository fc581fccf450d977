package io.millrace.parser.ddl;

/** Which plans EXPLAIN prints. */
public enum ExplainLevel {
  /** The relational plan after logical optimization. */
  LOGICAL,
  /** The plan of incremental operators and exchanges. */
  PHYSICAL,
  /** Both, one after the other. */
  ALL
}
