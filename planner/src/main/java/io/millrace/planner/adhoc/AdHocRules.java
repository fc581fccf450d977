package io.millrace.planner.adhoc;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.PruneEmptyRules;

/** The rules for queries that are answered once, chosen one by one. */
final class AdHocRules {
  static final List<RelOptRule> LOGICAL =
      List.of(
          // Rows that are dropped early are not joined, sorted or grouped.
          CoreRules.FILTER_INTO_JOIN,
          CoreRules.JOIN_CONDITION_PUSH,
          CoreRules.FILTER_PROJECT_TRANSPOSE,
          CoreRules.FILTER_AGGREGATE_TRANSPOSE,
          CoreRules.FILTER_SET_OP_TRANSPOSE,
          CoreRules.FILTER_MERGE,
          // A join by an expression becomes one by columns, which can be hashed.
          CoreRules.JOIN_PUSH_EXPRESSIONS,
          // The side with fewer rows is hashed.
          CoreRules.JOIN_COMMUTE,
          CoreRules.PROJECT_MERGE,
          CoreRules.PROJECT_REMOVE,
          // What the enumerable runtime does not compute itself.
          CoreRules.AGGREGATE_REDUCE_FUNCTIONS,
          CoreRules.AGGREGATE_EXPAND_DISTINCT_AGGREGATES,
          CoreRules.PROJECT_TO_LOGICAL_PROJECT_AND_WINDOW,
          CoreRules.UNION_TO_DISTINCT,
          CoreRules.SORT_REMOVE_CONSTANT_KEYS,
          PruneEmptyRules.PROJECT_INSTANCE,
          PruneEmptyRules.FILTER_INSTANCE,
          PruneEmptyRules.SORT_FETCH_ZERO_INSTANCE);

  static final List<RelOptRule> PHYSICAL =
      EnumerableRules.rules().stream()
          .filter(rule -> rule != EnumerableRules.ENUMERABLE_TABLE_SCAN_RULE)
          .filter(rule -> rule != EnumerableRules.ENUMERABLE_TABLE_MODIFICATION_RULE)
          .toList();

  private AdHocRules() {}
}
