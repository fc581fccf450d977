package io.millrace.planner.validate;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;

/** Calcite's conversions, with the nullability that {@link MillraceValidator} found. */
public final class NullableConvertlets implements SqlRexConvertletTable {
  public static final NullableConvertlets INSTANCE = new NullableConvertlets();

  private NullableConvertlets() {}

  @Override
  public SqlRexConvertlet get(SqlCall call) {
    // Calcite's is POWER(x, 0.5), which is not a number for negative ones, and no error.
    SqlRexConvertlet standard =
        call.getOperator() == SqlStdOperatorTable.SQRT
            ? NullableConvertlets::squareRoot
            : StandardConvertletTable.INSTANCE.get(call);
    return standard == null
        ? null
        : (context, converted) ->
            widened(context, converted, standard.convertCall(context, converted));
  }

  private static RexNode squareRoot(SqlRexContext context, SqlCall call) {
    return context
        .getRexBuilder()
        .makeCall(
            context.getValidator().getValidatedNodeType(call),
            SqlStdOperatorTable.SQRT,
            List.of(context.convertExpression(call.operand(0))));
  }

  private static RexNode widened(SqlRexContext context, SqlCall call, RexNode node) {
    RelDataType validated = context.getValidator().getValidatedNodeTypeIfKnown(call);
    if (validated == null || !validated.isNullable() || node.getType().isNullable()) {
      return node;
    }
    RexBuilder builder = context.getRexBuilder();
    RelDataType nullable = builder.getTypeFactory().createTypeWithNullability(node.getType(), true);
    return node instanceof RexCall converted
        ? converted.clone(nullable, converted.getOperands())
        : builder.makeAbstractCast(nullable, node, false);
  }
}
