package io.millrace.planner.optimize;

import io.millrace.planner.validate.FallibleExpressions;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;

/**
 * Rules of Calcite's that put one expression into another, kept from expressions that may fail: the
 * column's value is NULL then, and must not become the failure of the whole.
 */
final class GuardedRules {
  static final RelOptRule FILTER_PROJECT_TRANSPOSE =
      FilterProjectTransposeRule.Config.DEFAULT
          .withOperandSupplier(
              filter ->
                  filter
                      .operand(Filter.class)
                      .oneInput(
                          project ->
                              project
                                  .operand(Project.class)
                                  .predicate(GuardedRules::isTotal)
                                  .anyInputs()))
          .toRule();

  static final RelOptRule PROJECT_MERGE =
      ProjectMergeRule.Config.DEFAULT
          .withOperandSupplier(
              upper ->
                  upper
                      .operand(Project.class)
                      .oneInput(
                          lower ->
                              lower
                                  .operand(Project.class)
                                  .predicate(GuardedRules::isTotal)
                                  .anyInputs()))
          .toRule();

  private GuardedRules() {}

  private static boolean isTotal(Project project) {
    return project.getProjects().stream().noneMatch(FallibleExpressions::mayFail);
  }
}
