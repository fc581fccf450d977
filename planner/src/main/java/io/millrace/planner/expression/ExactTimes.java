package io.millrace.planner.expression;

import io.millrace.core.type.TimestampUnit;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** Times of a fine unit as ones of a coarser unit, which reaches further. */
public final class ExactTimes {
  private ExactTimes() {}

  /**
   * Equal to a time of the coarser unit where the given one is.
   *
   * @param time a TIMESTAMP
   * @param type a TIMESTAMP of a coarser unit, with all its digits
   */
  public static RexNode of(RexNode time, RelDataType type, RexBuilder builder) {
    long perUnit =
        TimestampUnit.of(time.getType().getPrecision()).perSecond()
            / TimestampUnit.of(type.getPrecision()).perSecond();
    RelDataType result =
        builder.getTypeFactory().createTypeWithNullability(type, time.getType().isNullable());
    RexNode number =
        builder.makeExactLiteral(
            BigDecimal.valueOf(perUnit),
            builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT));
    return builder.makeCall(result, RuntimeFunctions.EXACTLY, List.of(time, number));
  }
}
