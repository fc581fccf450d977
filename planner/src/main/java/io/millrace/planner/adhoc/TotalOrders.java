package io.millrace.planner.adhoc;

import com.google.common.collect.ImmutableList;
import io.millrace.planner.expression.RealOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Rows that ROW_NUMBER, or ORDER BY with LIMIT, cannot tell apart are in the order of their other
 * columns, NULL first, as in materialized views. For plans whose columns are those that are read.
 */
final class TotalOrders extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode other) {
    RelNode rel = super.visit(other);
    if (rel instanceof Sort sort) {
      return limited(sort);
    }
    return rel instanceof Project project && project.containsOver()
        ? project.accept(new Numbers(project))
        : rel;
  }

  private static RelNode limited(Sort sort) {
    boolean limits = sort.fetch != null || sort.offset != null;
    List<RelFieldCollation> order = new ArrayList<>(sort.getCollation().getFieldCollations());
    if (!limits || order.isEmpty()) {
      return sort;
    }
    Set<Integer> ordered = Set.copyOf(sort.getCollation().getKeys());
    for (RelDataTypeField field : sort.getInput().getRowType().getFieldList()) {
      if (!ordered.contains(field.getIndex()) && isOrdered(field.getType())) {
        order.add(
            new RelFieldCollation(
                field.getIndex(),
                RelFieldCollation.Direction.ASCENDING,
                RelFieldCollation.NullDirection.FIRST));
      }
    }
    return sort.copy(
        sort.getTraitSet().replace(RelCollations.of(order)),
        sort.getInput(),
        RelCollations.of(order),
        sort.offset,
        sort.fetch);
  }

  private static boolean isOrdered(RelDataType type) {
    return SqlTypeUtil.isAtomic(type);
  }

  private static final class Numbers extends RexShuttle {
    private final Project project;
    private final RexBuilder builder;

    Numbers(Project project) {
      this.project = project;
      this.builder = project.getCluster().getRexBuilder();
    }

    @Override
    public RexNode visitOver(RexOver over) {
      if (over.getAggOperator().getKind() != SqlKind.ROW_NUMBER) {
        return over;
      }
      ImmutableList.Builder<RexFieldCollation> order = ImmutableList.builder();
      order.addAll(over.getWindow().orderKeys);
      for (RelDataTypeField field : project.getInput().getRowType().getFieldList()) {
        RexNode column =
            RealOrder.key(builder.makeInputRef(project.getInput(), field.getIndex()), builder);
        boolean known =
            over.getWindow().partitionKeys.contains(column)
                || over.getWindow().orderKeys.stream().anyMatch(key -> key.left.equals(column));
        if (!known && isOrdered(field.getType())) {
          order.add(new RexFieldCollation(column, Set.of(SqlKind.NULLS_FIRST)));
        }
      }
      return builder.makeOver(
          over.getType(),
          over.getAggOperator(),
          over.getOperands(),
          over.getWindow().partitionKeys,
          order.build(),
          over.getWindow().getLowerBound(),
          over.getWindow().getUpperBound(),
          over.getWindow().isRows(),
          true,
          false,
          over.isDistinct(),
          over.ignoreNulls());
    }
  }
}
