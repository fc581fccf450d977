package io.millrace.planner.adhoc;

import java.util.List;

/**
 * What an operator keeps of the rows of one of its inputs until the run ends or the operator begins
 * anew.
 *
 * @param number of the input among those of the plan
 * @param kept which rows it keeps
 * @param columns by which it groups; empty: by whole rows
 * @param limit numbers whose sum is how many rows it keeps at most; empty: no limit
 * @param overhead bytes that it needs for each row that it keeps besides the row itself
 */
record HeldInput(
    int number, Kept kept, List<Integer> columns, List<ScanRequest.KeyValue> limit, int overhead) {
  /** Which rows an operator keeps. */
  enum Kept {
    ALL,
    /** One for each group. */
    GROUPS,
    /** Perhaps one for each row of the input with the next number. */
    PAIRS
  }

  HeldInput {
    columns = List.copyOf(columns);
    limit = List.copyOf(limit);
  }
}
