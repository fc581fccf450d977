package io.millrace.planner.adhoc;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.planner.expression.TimestampLiterals;
import java.math.BigDecimal;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimestampString;

/** Literals as the engine represents values. */
final class EngineValues {
  private EngineValues() {}

  /**
   * The literal as a value of exactly this type, or null if it is none: no key is looked up then.
   */
  static Object ofLiteral(RexLiteral literal, DataType type) {
    if (literal.isNull()) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> literal.getValueAs(Boolean.class);
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> number(literal, type);
      case VARCHAR -> text(literal);
      case DATE, TIME ->
          literal.getTypeName().name().equals(type.kind().name())
              ? literal.getValueAs(Integer.class)
              : null;
      case TIMESTAMP -> timestamp(literal, type);
      case REAL, DOUBLE, VARBINARY -> null;
    };
  }

  /** A literal with more digits than the type equals none of its values. */
  private static Object timestamp(RexLiteral literal, DataType type) {
    if (literal.getTypeName() != SqlTypeName.TIMESTAMP) {
      return null;
    }
    TimestampString text = literal.getValueAs(TimestampString.class);
    return text.round(type.precision()).equals(text)
        ? TimestampLiterals.value(text, TimestampUnit.of(type))
        : null;
  }

  private static Object text(RexLiteral literal) {
    return switch (literal.getType().getSqlTypeName()) {
      case CHAR, VARCHAR -> literal.getValueAs(String.class);
      default -> null;
    };
  }

  private static Object number(RexLiteral literal, DataType type) {
    if (!(literal.getValue() instanceof BigDecimal value)) {
      return null;
    }
    try {
      return switch (type.kind()) {
        case TINYINT -> value.byteValueExact();
        case SMALLINT -> value.shortValueExact();
        case INTEGER -> value.intValueExact();
        case BIGINT -> value.longValueExact();
        default -> {
          BigDecimal scaled = value.setScale(type.scale());
          yield scaled.precision() <= type.precision() ? scaled : null;
        }
      };
    } catch (ArithmeticException e) {
      return null;
    }
  }
}
