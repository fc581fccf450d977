package io.millrace.server.dml;

import io.millrace.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.sql.SqlBinaryStringLiteral;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.BitString;
import org.apache.calcite.util.NlsString;

/** Reads plain literals, so that rows of them need no query. */
final class Literals {
  private Literals() {}

  /**
   * A literal's value.
   *
   * @param kind of value; numbers are BigDecimal or Double, others as the engine has them
   * @param value null for NULL
   */
  record Literal(Object value, TypeKind kind) {}

  /** The expression as a literal; empty for others, and for those that only a query can read. */
  static Optional<Literal> read(SqlNode expression) {
    if (expression instanceof SqlCall call && call.getKind() == SqlKind.MINUS_PREFIX) {
      return read(call.operand(0)).flatMap(Literals::negated);
    }
    if (!(expression instanceof SqlLiteral literal)) {
      return Optional.empty();
    }
    if (SqlNodes.isNull(literal)) {
      return Optional.of(new Literal(null, TypeKind.VARCHAR));
    }
    if (literal instanceof SqlNumericLiteral number) {
      BigDecimal value = number.bigDecimalValue();
      return number.getTypeName() == SqlTypeName.DECIMAL
          ? Optional.of(new Literal(value, TypeKind.DECIMAL))
          : Optional.of(new Literal(value.doubleValue(), TypeKind.DOUBLE));
    }
    if (literal instanceof SqlCharStringLiteral) {
      NlsString text = literal.getValueAs(NlsString.class);
      return Optional.of(new Literal(text.getValue(), TypeKind.VARCHAR));
    }
    if (literal instanceof SqlBinaryStringLiteral) {
      byte[] bytes = literal.getValueAs(BitString.class).getAsByteArray();
      return Optional.of(new Literal(bytes, TypeKind.VARBINARY));
    }
    return literal.getTypeName() == SqlTypeName.BOOLEAN
        ? Optional.of(new Literal(literal.booleanValue(), TypeKind.BOOLEAN))
        : Optional.empty();
  }

  private static Optional<Literal> negated(Literal literal) {
    if (literal.value() instanceof BigDecimal number) {
      return Optional.of(new Literal(number.negate(), literal.kind()));
    }
    return literal.value() instanceof Double number
        ? Optional.of(new Literal(-number, literal.kind()))
        : Optional.empty();
  }
}
