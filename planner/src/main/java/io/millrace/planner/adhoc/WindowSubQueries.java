package io.millrace.planner.adhoc;

import io.millrace.planner.logical.SubQueryShuttle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;

/**
 * Computes subqueries below window functions: Calcite's rules do not find them in a window's order,
 * partition or operands.
 */
final class WindowSubQueries extends SubQueryShuttle {
  @Override
  public RelNode visit(RelNode other) {
    RelNode rel = super.visit(other);
    return rel instanceof Project project
            && project.containsOver()
            && RexUtil.SubQueryFinder.containsSubQuery(project)
        ? apart(project)
        : rel;
  }

  private static RelNode apart(Project project) {
    RexBuilder builder = project.getCluster().getRexBuilder();
    RelNode input = project.getInput();
    int width = input.getRowType().getFieldCount();
    List<RexNode> columns = new ArrayList<>(builder.identityProjects(input.getRowType()));
    List<RexNode> expressions =
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            int column = columns.subList(width, columns.size()).indexOf(subQuery);
            if (column < 0) {
              column = columns.size() - width;
              columns.add(subQuery);
            }
            return builder.makeInputRef(subQuery.getType(), width + column);
          }
        }.visitList(project.getProjects());
    RelNode below =
        LogicalProject.create(
            input, List.of(), columns, (List<String>) null, project.getVariablesSet());
    return LogicalProject.create(
        below, project.getHints(), expressions, project.getRowType(), Set.of());
  }
}
