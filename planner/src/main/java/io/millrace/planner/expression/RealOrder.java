package io.millrace.planner.expression;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Orders REAL and DOUBLE in windows by whole numbers: Calcite's runtime compares by way of
 * decimals, which NaN is none of, or as Java does, for which NaN is neither less nor greater.
 */
public final class RealOrder extends RexShuttle {
  private final RexBuilder builder;

  public RealOrder(RexBuilder builder) {
    this.builder = builder;
  }

  /** A value by which rows are in the order of the given one. */
  public static RexNode key(RexNode value, RexBuilder builder) {
    if (!SqlTypeUtil.isApproximateNumeric(value.getType())) {
      return value;
    }
    boolean nullable = value.getType().isNullable();
    RexNode real = builder.makeCast(type(SqlTypeName.DOUBLE, nullable, builder), value);
    return builder.makeCall(
        type(SqlTypeName.BIGINT, nullable, builder), RuntimeFunctions.DOUBLE_ORDER, List.of(real));
  }

  /** The value of the type that has the key. */
  public static RexNode value(RexNode key, RelDataType type, RexBuilder builder) {
    RelDataType real = type(SqlTypeName.DOUBLE, key.getType().isNullable(), builder);
    return builder.makeAbstractCast(
        type, builder.makeCall(real, RuntimeFunctions.DOUBLE_OF_ORDER, List.of(key)), false);
  }

  @Override
  public RexNode visitOver(RexOver over) {
    RexOver visited = (RexOver) super.visitOver(over);
    SqlKind kind = over.getAggOperator().getKind();
    boolean extreme = kind == SqlKind.MIN || kind == SqlKind.MAX;
    if (!extreme || !SqlTypeUtil.isApproximateNumeric(over.getType())) {
      return visited;
    }
    RexNode key = key(visited.getOperands().get(0), builder);
    RelDataType type = type(SqlTypeName.BIGINT, over.getType().isNullable(), builder);
    RexWindow window = visited.getWindow();
    RexNode first =
        builder.makeOver(
            type,
            visited.getAggOperator(),
            List.of(key),
            window.partitionKeys,
            window.orderKeys,
            window.getLowerBound(),
            window.getUpperBound(),
            window.getExclude(),
            window.isRows(),
            true,
            false,
            visited.isDistinct(),
            visited.ignoreNulls());
    return value(first, over.getType(), builder);
  }

  private static RelDataType type(SqlTypeName name, boolean nullable, RexBuilder builder) {
    return builder
        .getTypeFactory()
        .createTypeWithNullability(builder.getTypeFactory().createSqlType(name), nullable);
  }

  @Override
  public RexWindow visitWindow(RexWindow window) {
    RexWindow visited = super.visitWindow(window);
    boolean byDistance =
        !visited.isRows()
            && (visited.getLowerBound().getOffset() != null
                || visited.getUpperBound().getOffset() != null);
    if (byDistance
        || visited.orderKeys.stream()
            .noneMatch(key -> SqlTypeUtil.isApproximateNumeric(key.left.getType()))) {
      return visited;
    }
    ImmutableList.Builder<RexFieldCollation> keys = ImmutableList.builder();
    visited.orderKeys.forEach(
        key -> keys.add(new RexFieldCollation(key(key.left, builder), key.right)));
    return builder.makeWindow(
        visited.partitionKeys,
        keys.build(),
        visited.getLowerBound(),
        visited.getUpperBound(),
        visited.isRows(),
        visited.getExclude());
  }
}
