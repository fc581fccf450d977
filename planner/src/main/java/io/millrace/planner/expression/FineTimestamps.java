package io.millrace.planner.expression;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.TimestampUnit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.TimestampString;

/**
 * Computes with TIMESTAMP(4) to TIMESTAMP(9), which count microseconds or nanoseconds, while
 * Calcite's code generator takes every TIMESTAMP for milliseconds: where times of two units meet,
 * the coarser one becomes as fine as the other; calendars are asked about milliseconds; what is
 * below them is carried along.
 *
 * @see TimestampUnit
 */
final class FineTimestamps extends RexShuttle {
  private static final Set<SqlKind> COMPARISONS =
      Set.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM);

  /** Their value is one of their operands'. */
  private static final Set<SqlKind> CHOICES =
      Set.of(SqlKind.CASE, SqlKind.COALESCE, SqlKind.GREATEST, SqlKind.LEAST, SqlKind.NULLIF);

  /** No matter what the value means. */
  private static final Set<SqlKind> NULL_TESTS = Set.of(SqlKind.IS_NULL, SqlKind.IS_NOT_NULL);

  private final RexBuilder builder;

  FineTimestamps(RexBuilder builder) {
    this.builder = builder;
  }

  @Override
  public RexNode visitLiteral(RexLiteral literal) {
    return isFine(literal) && !literal.isNull() ? instant(literal, literal.getType()) : literal;
  }

  @Override
  public RexNode visitOver(RexOver over) {
    boolean byTime =
        over.getWindow().orderKeys.stream().anyMatch(key -> isFine(key.left))
            && !over.getWindow().isRows()
            && (over.getWindow().getLowerBound().getOffset() != null
                || over.getWindow().getUpperBound().getOffset() != null);
    if (byTime) {
      throw unsupported("RANGE with an interval");
    }
    return super.visitOver(over);
  }

  @Override
  public RexNode visitCall(RexCall written) {
    RexCall call = COMPARISONS.contains(written.getKind()) ? uncast(written) : written;
    RexNode visited = super.visitCall(call);
    if (visited instanceof RexCall cast && cast.getKind() == SqlKind.CAST) {
      return cast(cast);
    }
    if (!(visited instanceof RexCall rewritten)
        || !(isFine(call) || call.getOperands().stream().anyMatch(FineTimestamps::isFine))) {
      return visited;
    }
    SqlKind kind = call.getKind();
    if (NULL_TESTS.contains(kind) || RuntimeFunctions.isOwn(call.getOperator())) {
      return visited;
    }
    if (COMPARISONS.contains(kind)) {
      return compare(rewritten, finest(call));
    }
    if (CHOICES.contains(kind)) {
      return alike(rewritten, isFine(call) ? call.getType() : finest(call));
    }
    return switch (kind) {
      case PLUS, MINUS -> arithmetic(rewritten);
      case EXTRACT -> extract(rewritten);
      case FLOOR, CEIL -> round(rewritten);
      default -> throw unsupported(call.getOperator().getName());
    };
  }

  private static boolean isFine(RexNode value) {
    return unit(value.getType()).filter(u -> u != TimestampUnit.MILLISECOND).isPresent();
  }

  private static Optional<TimestampUnit> unit(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
        ? Optional.of(TimestampUnit.of(type.getPrecision()))
        : Optional.empty();
  }

  private static TimestampUnit unit(RexNode time) {
    return unit(time.getType()).orElseThrow();
  }

  private static RelDataType finest(RexCall call) {
    return call.getOperands().stream()
        .map(RexNode::getType)
        .filter(type -> unit(type).isPresent())
        .max((a, b) -> Integer.compare(a.getPrecision(), b.getPrecision()))
        .orElseThrow();
  }

  /** With all times in the unit of the type. */
  private RexNode alike(RexCall call, RelDataType type) {
    List<RexNode> operands = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      boolean other =
          unit(operand.getType()).filter(u -> u != unit(type).orElseThrow()).isPresent();
      operands.add(other ? rescale(operand, type) : operand);
    }
    return call.clone(call.getType(), operands);
  }

  /**
   * Without casts to finer times, which may be out of their range, and with literals that are as
   * coarse ones.
   */
  private RexCall uncast(RexCall comparison) {
    List<RexNode> operands = new ArrayList<>();
    for (RexNode operand : comparison.getOperands()) {
      RexNode uncast = operand;
      while (uncast.getKind() == SqlKind.CAST && isFine(uncast)) {
        RexNode inner = ((RexCall) uncast).getOperands().get(0);
        if (unit(inner.getType()).isEmpty()
            || inner.getType().getPrecision() > uncast.getType().getPrecision()) {
          break;
        }
        uncast = inner;
      }
      operands.add(
          uncast instanceof RexLiteral literal && isFine(literal) && !fits(literal, unit(literal))
              ? builder.makeTimestampLiteral(literal.getValueAs(TimestampString.class).round(6), 6)
              : uncast);
    }
    return operands.equals(comparison.getOperands())
        ? comparison
        : (RexCall) comparison.clone(comparison.getType(), operands);
  }

  /**
   * A literal becomes as fine as the other time if it can; else the finer time becomes as coarse as
   * the other one, so that none is out of range: equal only where it is a whole number, and up or
   * down to one so that the order stays.
   */
  private RexNode compare(RexCall call, RelDataType finest) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    if (unit(left.getType()).equals(unit(right.getType()))
        || unit(left.getType()).isEmpty()
        || unit(right.getType()).isEmpty()) {
      return alike(call, finest);
    }
    boolean leftIsFine = unit(left).perSecond() > unit(right).perSecond();
    RexNode fine = leftIsFine ? left : right;
    RexNode coarse = leftIsFine ? right : left;
    if (coarse instanceof RexLiteral literal && fits(literal, unit(fine))) {
      return alike(call, finest);
    }
    SqlKind kind = leftIsFine ? call.getKind().reverse() : call.getKind();
    SqlOperator down =
        switch (kind) {
          case LESS_THAN, GREATER_THAN_OR_EQUAL -> RuntimeFunctions.MILLIS_UP;
          case LESS_THAN_OR_EQUAL, GREATER_THAN -> RuntimeFunctions.UNITS_DOWN;
          default -> RuntimeFunctions.EXACTLY;
        };
    RelDataType type =
        builder
            .getTypeFactory()
            .createTypeWithNullability(
                builder
                    .getTypeFactory()
                    .createSqlType(
                        SqlTypeName.TIMESTAMP, unit(coarse) == TimestampUnit.MILLISECOND ? 3 : 6),
                fine.getType().isNullable());
    RexNode number = number(unit(fine).perSecond() / unit(coarse).perSecond());
    RexNode coarsened = call(type, down, fine, number);
    RexNode other =
        coarse instanceof RexLiteral literal && isFine(literal)
            ? instant(literal, literal.getType())
            : coarse;
    return call.clone(
        call.getType(), leftIsFine ? List.of(coarsened, other) : List.of(other, coarsened));
  }

  private static boolean fits(RexLiteral literal, TimestampUnit unit) {
    if (literal.isNull()) {
      return true;
    }
    try {
      TimestampLiterals.value(literal.getValueAs(TimestampString.class), unit);
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  private RexNode cast(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    RelDataType type = call.getType();
    if (type.getSqlTypeName() != SqlTypeName.TIMESTAMP) {
      return isFine(operand) && !SqlTypeUtil.inCharFamily(type)
          ? builder.makeAbstractCast(type, rescale(operand, millis(operand)), false)
          : call;
    }
    if (operand.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP) {
      return operand.getType().getPrecision() == type.getPrecision()
          ? call
          : rescale(operand, type);
    }
    if (operand.getType().getSqlTypeName() == SqlTypeName.NULL) {
      return call;
    }
    if (isFine(call) && SqlTypeUtil.inCharFamily(operand.getType())) {
      return call(type, RuntimeFunctions.READ_TIMESTAMP, operand, integer(type.getPrecision()));
    }
    RelDataType millis = millis(call);
    return type.getPrecision() == millis.getPrecision()
        ? call
        : rescale(builder.makeAbstractCast(millis, operand, false), type);
  }

  /** A time and an interval, or the interval between two times. */
  private RexNode arithmetic(RexCall call) {
    List<RexNode> operands = call.getOperands();
    RelDataType type = call.getType();
    if (isFine(call)) {
      RexNode time = operands.stream().filter(FineTimestamps::isFine).findFirst().orElseThrow();
      RelDataType coarse = millis(call);
      List<RexNode> shifted =
          operands.stream().map(o -> o == time ? rescale(o, coarse) : o).toList();
      return call(
          type,
          RuntimeFunctions.REFINE,
          call.clone(coarse, shifted),
          time,
          number(unit(time).perMilli()));
    }
    RelDataType finest = finest(call);
    if (SqlTypeName.YEAR_INTERVAL_TYPES.contains(type.getSqlTypeName())) {
      return alike(call, millis(call));
    }
    RexCall same = (RexCall) alike(call, finest);
    return call(
        type,
        RuntimeFunctions.MILLIS_BETWEEN,
        same.getOperands().get(0),
        same.getOperands().get(1),
        number(unit(finest).orElseThrow().perMilli()));
  }

  private RexNode extract(RexCall call) {
    RexNode time = call.getOperands().get(1);
    TimestampUnit unit = unit(time);
    Object part = ((RexLiteral) call.getOperands().get(0)).getValue();
    if (part == TimeUnitRange.MICROSECOND || part == TimeUnitRange.NANOSECOND) {
      TimestampUnit wanted =
          part == TimeUnitRange.MICROSECOND ? TimestampUnit.MICROSECOND : TimestampUnit.NANOSECOND;
      return call(
          call.getType(),
          RuntimeFunctions.SECONDS_OF_MINUTE,
          time,
          number(unit.perSecond()),
          number(wanted.perSecond()));
    }
    return call.clone(
        call.getType(), List.of(call.getOperands().get(0), rescale(time, millis(time))));
  }

  /** FLOOR and CEIL to a unit of the calendar. */
  private RexNode round(RexCall call) {
    RexNode time = call.getOperands().get(0);
    RelDataType coarse = millis(time);
    List<RexNode> operands = new ArrayList<>(call.getOperands());
    operands.set(
        0,
        call.getKind() == SqlKind.FLOOR
            ? rescale(time, coarse)
            : call(coarse, RuntimeFunctions.MILLIS_UP, time, number(unit(time).perMilli())));
    Object range = operands.size() > 1 ? ((RexLiteral) operands.get(1)).getValue() : null;
    if (range == TimeUnitRange.MICROSECOND || range == TimeUnitRange.NANOSECOND) {
      throw unsupported(call.getOperator().getName() + " to a " + range);
    }
    return rescale(call.clone(coarse, operands), call.getType());
  }

  /** The time as one of the type's precision, cut off where that is less. */
  private RexNode rescale(RexNode time, RelDataType type) {
    RelDataType result =
        builder.getTypeFactory().createTypeWithNullability(type, time.getType().isNullable());
    if (time instanceof RexLiteral literal && !literal.isNull()) {
      return instant(literal, result);
    }
    TimestampUnit to = unit(type).orElseThrow();
    boolean cuts = type.getPrecision() < time.getType().getPrecision();
    return call(
        result,
        RuntimeFunctions.RESCALE,
        time,
        number(unit(time).perSecond()),
        number(to.perSecond()),
        number(cuts ? to.step(type.getPrecision()) : 1));
  }

  /** A literal's value is a number from here on, which no code generator reads its own way. */
  private RexNode instant(RexLiteral literal, RelDataType type) {
    TimestampUnit unit = unit(type).orElseThrow();
    try {
      long value = TimestampLiterals.value(literal.getValueAs(TimestampString.class), unit);
      return call(type, RuntimeFunctions.INSTANT, number(unit.cut(value, type.getPrecision())));
    } catch (ArithmeticException e) {
      throw new MillraceException(
          ErrorCode.NUMERIC_OUT_OF_RANGE, literal.getValue() + " does not fit " + type, e);
    }
  }

  private RelDataType millis(RexNode value) {
    return builder
        .getTypeFactory()
        .createTypeWithNullability(
            builder.getTypeFactory().createSqlType(SqlTypeName.TIMESTAMP, 3),
            value.getType().isNullable());
  }

  private RexNode call(RelDataType type, SqlOperator operator, RexNode... operands) {
    return builder.makeCall(type, operator, List.of(operands));
  }

  private RexNode number(long value) {
    return builder.makeExactLiteral(
        BigDecimal.valueOf(value), builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT));
  }

  private RexNode integer(int value) {
    return builder.makeExactLiteral(
        BigDecimal.valueOf(value), builder.getTypeFactory().createSqlType(SqlTypeName.INTEGER));
  }

  private static MillraceException unsupported(String function) {
    return new MillraceException(
        ErrorCode.UNSUPPORTED,
        "not supported: "
            + function
            + " of a TIMESTAMP finer than milliseconds; write CAST(… AS TIMESTAMP(3))");
  }
}
