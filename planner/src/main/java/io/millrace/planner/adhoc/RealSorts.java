package io.millrace.planner.adhoc;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Gives sorts by one column of REAL or DOUBLE a second one: by one column Calcite's runtime
 * compares numbers by way of decimals, which NaN is none of.
 */
final class RealSorts extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode other) {
    RelNode rel = super.visit(other);
    if (!(rel instanceof Sort sort) || sort.getCollation().getFieldCollations().size() != 1) {
      return rel;
    }
    RelDataType type = sort.getRowType();
    int column = sort.getCollation().getKeys().get(0);
    if (!SqlTypeUtil.isApproximateNumeric(type.getFieldList().get(column).getType())) {
      return rel;
    }
    return type.getFieldCount() == 1
        ? columns(sorted(sort, columns(sort.getInput(), true), 1), false)
        : sorted(sort, sort.getInput(), column == 0 ? 1 : 0);
  }

  private static Sort sorted(Sort sort, RelNode input, int second) {
    List<RelFieldCollation> order = new ArrayList<>(sort.getCollation().getFieldCollations());
    order.add(new RelFieldCollation(second));
    RelCollation collation = RelCollations.of(order);
    return sort.copy(
        sort.getTraitSet().replace(collation), input, collation, sort.offset, sort.fetch);
  }

  /** The first column, with or without a constant one. */
  private static RelNode columns(RelNode input, boolean constant) {
    RexBuilder builder = input.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    columns.add(builder.makeInputRef(input, 0));
    if (constant) {
      columns.add(builder.makeLiteral(true));
    }
    List<String> names = constant ? List.of("value", "constant") : List.of("value");
    return EnumerableCalc.create(
        input, RexProgram.create(input.getRowType(), columns, null, names, builder));
  }
}
