package io.millrace.planner.expression;

import io.millrace.core.type.TimestampUnit;
import io.millrace.planner.validate.FallibleExpressions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Brings an expression to the form that Calcite's code generator computes as Millrace promises.
 * After all rules that know the standard's operators:
 *
 * <ul>
 *   <li>arithmetic on integers is checked; a decimal fits its type; division by zero fails for
 *       every type, and decimal quotients have all their digits;
 *   <li>AND and OR do not compute an operand that may fail where another one decides;
 *   <li>text is ordered by code points;
 *   <li>times keep all digits of their type.
 * </ul>
 */
public final class RuntimeRewrites extends RexShuttle {
  private final RexBuilder builder;

  private RuntimeRewrites(RexBuilder builder) {
    this.builder = builder;
  }

  public static RexNode apply(RexNode expression, RexBuilder builder) {
    return RexUtil.expandSearch(builder, null, expression)
        .accept(new FineTimestamps(builder))
        .accept(new RuntimeRewrites(builder));
  }

  /** Rewrites all expressions of a relational expression. */
  public static RexShuttle shuttle(RexBuilder builder) {
    return new RexShuttle() {
      @Override
      public RexNode visitCall(RexCall call) {
        return RuntimeRewrites.apply(call, builder);
      }

      @Override
      public RexNode visitLiteral(RexLiteral literal) {
        return RuntimeRewrites.apply(literal, builder);
      }

      @Override
      public RexNode visitOver(RexOver over) {
        return super.visitOver((RexOver) over.accept(new FineTimestamps(builder)));
      }
    };
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexNode visited = super.visitCall(call);
    return visited instanceof RexCall rewritten ? rewritten(rewritten) : visited;
  }

  private RexNode rewritten(RexCall call) {
    return switch (call.getKind()) {
      case AND -> lazy(call, SqlStdOperatorTable.IS_FALSE, false);
      case OR -> lazy(call, SqlStdOperatorTable.IS_TRUE, true);
      case PLUS -> exact(call, SqlStdOperatorTable.CHECKED_PLUS);
      case MINUS -> exact(call, SqlStdOperatorTable.CHECKED_MINUS);
      case TIMES -> exact(call, SqlStdOperatorTable.CHECKED_MULTIPLY);
      case MINUS_PREFIX -> exact(call, SqlStdOperatorTable.CHECKED_UNARY_MINUS);
      case DIVIDE -> divide(call);
      case MOD -> remainder(call);
      case CAST -> cast(call);
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> compare(call);
      case EXTRACT -> extract(call);
      case LIKE -> LikePatterns.rewrite(call, builder);
      case IS_NULL, IS_NOT_NULL -> nullTest(call);
      case CASE, COALESCE, SAFE_CAST -> call;
      default -> function(call);
    };
  }

  private RexNode function(RexCall call) {
    RexNode replaced =
        switch (call.getOperator().getName()) {
          case "ABS" -> abs(call);
          case "SQRT" -> real(call, RuntimeFunctions.SQRT);
          case "ASIN" -> real(call, RuntimeFunctions.ASIN);
          case "ACOS" -> real(call, RuntimeFunctions.ACOS);
          case "INITCAP" ->
              builder.makeCall(call.getType(), RuntimeFunctions.INITCAP, call.getOperands());
          case "OVERLAY" -> overlay(call);
          case "SPLIT_PART" -> splitPart(call);
          case "REGEXP_EXTRACT" -> regexpExtract(call);
          case "REGEXP_COUNT" ->
              builder.makeCall(call.getType(), RuntimeFunctions.REGEXP_COUNT, call.getOperands());
          default -> call;
        };
    return SqlTypeUtil.isDecimal(call.getType()) ? fit(replaced, call.getType()) : replaced;
  }

  /** As many characters are replaced as the new text has, where no number is given. */
  private RexNode overlay(RexCall call) {
    List<RexNode> operands = new ArrayList<>(call.getOperands());
    if (operands.size() == 3) {
      RelDataType length = type(SqlTypeName.INTEGER, operands.get(1).getType().isNullable());
      operands.add(
          builder.makeCall(length, SqlStdOperatorTable.CHAR_LENGTH, List.of(operands.get(1))));
    }
    return SqlTypeUtil.inCharFamily(call.getType())
        ? builder.makeCall(call.getType(), RuntimeFunctions.OVERLAY, operands)
        : call;
  }

  /** The generator's own way takes the delimiter for a regular expression, compiled row by row. */
  private RexNode splitPart(RexCall call) {
    RexNode number = call.getOperands().get(2);
    RexNode part =
        builder.makeCast(type(SqlTypeName.INTEGER, number.getType().isNullable()), number);
    return SqlTypeUtil.inCharFamily(call.getOperands().get(0).getType())
        ? builder.makeCall(
            call.getType(),
            RuntimeFunctions.SPLIT_PART,
            List.of(call.getOperands().get(0), call.getOperands().get(1), part))
        : call;
  }

  private RexNode regexpExtract(RexCall call) {
    List<RexNode> operands = new ArrayList<>(call.getOperands());
    RexNode group = operands.size() == 3 ? operands.remove(2) : number(0);
    operands.add(builder.makeCast(type(SqlTypeName.INTEGER, group.getType().isNullable()), group));
    return builder.makeCall(call.getType(), RuntimeFunctions.REGEXP_EXTRACT, operands);
  }

  /** Of integers: the least one has none. */
  private RexNode abs(RexCall call) {
    RelDataType type = call.getType();
    if (!SqlTypeUtil.isIntType(type)) {
      return call;
    }
    RexNode operand = call.getOperands().get(0);
    RelDataType whole = type(SqlTypeName.BIGINT, operand.getType().isNullable());
    RexNode value =
        builder.makeCall(
            whole,
            RuntimeFunctions.INTEGER_ABS,
            List.of(builder.makeCast(whole, operand), number(-greatest(type) - 1)));
    return type.getSqlTypeName() == SqlTypeName.BIGINT
        ? value
        : builder.makeAbstractCast(type, value, false);
  }

  private RexNode real(RexCall call, SqlOperator function) {
    return builder.makeCall(
        call.getType(), function, call.getOperands().stream().map(this::asDouble).toList());
  }

  private RexNode asDouble(RexNode operand) {
    return builder.makeCast(type(SqlTypeName.DOUBLE, operand.getType().isNullable()), operand);
  }

  private RexNode exact(RexCall call, SqlOperator checked) {
    if (SqlTypeUtil.isIntType(call.getType())) {
      return builder.makeCall(call.getType(), checked, call.getOperands());
    }
    return SqlTypeUtil.isDecimal(call.getType()) ? fit(call, call.getType()) : call;
  }

  private RexNode divide(RexCall call) {
    RelDataType type = call.getType();
    List<RexNode> operands = call.getOperands();
    if (SqlTypeUtil.isIntType(type)) {
      return builder.makeCall(type, SqlStdOperatorTable.CHECKED_DIVIDE, operands);
    }
    if (SqlTypeUtil.isDecimal(type)) {
      RexNode quotient =
          builder.makeCall(
              type,
              RuntimeFunctions.DECIMAL_DIVIDE,
              List.of(decimal(operands.get(0)), decimal(operands.get(1)), number(type.getScale())));
      return fit(quotient, type);
    }
    if (!SqlTypeUtil.isApproximateNumeric(type)) {
      return call;
    }
    RelDataType real = type(SqlTypeName.DOUBLE, type.isNullable());
    RexNode quotient =
        builder.makeCall(
            real,
            RuntimeFunctions.DOUBLE_DIVIDE,
            operands.stream()
                .map(o -> builder.makeCast(type(SqlTypeName.DOUBLE, o.getType().isNullable()), o))
                .toList());
    return type.getSqlTypeName() == SqlTypeName.REAL ? builder.makeCast(type, quotient) : quotient;
  }

  private RexNode remainder(RexCall call) {
    if (!SqlTypeUtil.isDecimal(call.getType())) {
      return call;
    }
    return fit(
        builder.makeCall(
            call.getType(),
            RuntimeFunctions.DECIMAL_REMAINDER,
            call.getOperands().stream().map(this::decimal).toList()),
        call.getType());
  }

  /** The generator computes no operand that its type says is never NULL. */
  private RexNode nullTest(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    if (!FallibleExpressions.mayFail(operand)) {
      return call;
    }
    RexNode test = builder.makeCall(call.getType(), RuntimeFunctions.IS_NULL, List.of(operand));
    return call.getKind() == SqlKind.IS_NULL
        ? test
        : builder.makeCall(SqlStdOperatorTable.NOT, test);
  }

  /**
   * Days of the week from 0 for Sunday, as in PostgreSQL; Calcite counts from 1. Seconds of the
   * epoch as FLOOR gives them; Calcite's go up to 0 before 1970.
   */
  private RexNode extract(RexCall call) {
    if (!(call.getOperands().get(0) instanceof RexLiteral unit)) {
      return call;
    }
    RexNode time = call.getOperands().get(1);
    if (unit.getValue() == TimeUnitRange.DOW) {
      return builder.makeCall(call.getType(), SqlStdOperatorTable.MINUS, List.of(call, number(1)));
    }
    return unit.getValue() == TimeUnitRange.EPOCH
            && time.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
        ? builder.makeCall(call.getType(), RuntimeFunctions.EPOCH, List.of(time))
        : call;
  }

  private RexNode cast(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    if (call.getType().getSqlTypeName() == SqlTypeName.BOOLEAN
        && SqlTypeUtil.inCharFamily(operand.getType())) {
      return builder.makeCall(call.getType(), RuntimeFunctions.TEXT_TO_BOOLEAN, List.of(operand));
    }
    return SqlTypeUtil.inCharFamily(call.getType()) ? castToText(call) : castToNumber(call);
  }

  /**
   * With fractions of seconds, a digit before the point of a number, and truth values in lower
   * case, as PostgreSQL and DuckDB have them.
   */
  private RexNode castToText(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    RelDataType type = call.getType();
    RelDataType text = type(SqlTypeName.VARCHAR, operand.getType().isNullable());
    RexNode written =
        switch (operand.getType().getSqlTypeName()) {
          case TIME -> builder.makeCall(text, RuntimeFunctions.TIME_TEXT, List.of(operand));
          case TIMESTAMP ->
              builder.makeCall(
                  text,
                  RuntimeFunctions.TIMESTAMP_TEXT,
                  List.of(
                      operand,
                      number(TimestampUnit.of(operand.getType().getPrecision()).perSecond())));
          case DECIMAL -> builder.makeCall(text, RuntimeFunctions.DECIMAL_TEXT, List.of(operand));
          case REAL -> builder.makeCall(text, RuntimeFunctions.REAL_TEXT, List.of(operand));
          case FLOAT, DOUBLE ->
              builder.makeCall(text, RuntimeFunctions.DOUBLE_TEXT, List.of(operand));
          case BOOLEAN ->
              builder.makeCall(
                  text,
                  SqlStdOperatorTable.LOWER,
                  List.of(builder.makeAbstractCast(text, operand, false)));
          default -> null;
        };
    if (written == null) {
      return call;
    }
    return SqlTypeUtil.equalSansNullability(builder.getTypeFactory(), text, type)
        ? written
        : builder.makeAbstractCast(type, written, false);
  }

  /**
   * DOUBLE to REAL, and both to integers: Calcite's casts make infinity of what does not fit, or
   * wrap it around.
   */
  private RexNode castToNumber(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    RelDataType type = call.getType();
    if (!SqlTypeUtil.isApproximateNumeric(operand.getType())) {
      return call;
    }
    if (type.getSqlTypeName() == SqlTypeName.REAL
        && operand.getType().getSqlTypeName() != SqlTypeName.REAL) {
      return builder.makeCall(type, RuntimeFunctions.DOUBLE_TO_REAL, List.of(operand));
    }
    long greatest = greatest(type);
    if (greatest == 0) {
      return call;
    }
    RelDataType whole = type(SqlTypeName.BIGINT, type.isNullable());
    RexNode checked =
        builder.makeCall(
            whole,
            RuntimeFunctions.DOUBLE_TO_LONG,
            List.of(
                builder.makeCast(type(SqlTypeName.DOUBLE, operand.getType().isNullable()), operand),
                number(-greatest - 1),
                number(greatest)));
    return type.getSqlTypeName() == SqlTypeName.BIGINT
        ? checked
        : builder.makeAbstractCast(type, checked, false);
  }

  /** The greatest value of an integer type, 0 for other types. */
  private static long greatest(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT -> Byte.MAX_VALUE;
      case SMALLINT -> Short.MAX_VALUE;
      case INTEGER -> Integer.MAX_VALUE;
      case BIGINT -> Long.MAX_VALUE;
      default -> 0;
    };
  }

  private RexNode compare(RexCall call) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    if (!SqlTypeUtil.inCharFamily(left.getType()) || !SqlTypeUtil.inCharFamily(right.getType())) {
      return call;
    }
    boolean nullable = left.getType().isNullable() || right.getType().isNullable();
    RexNode order =
        builder.makeCall(
            type(SqlTypeName.INTEGER, nullable),
            RuntimeFunctions.TEXT_COMPARE,
            List.of(left, right));
    return builder.makeCall(
        call.getType(),
        call.getOperator(),
        List.of(order, builder.makeExactLiteral(BigDecimal.ZERO)));
  }

  private RexNode fit(RexNode value, RelDataType type) {
    return builder.makeCall(
        type,
        RuntimeFunctions.DECIMAL_FIT,
        List.of(value, number(type.getPrecision()), number(type.getScale())));
  }

  private RexNode decimal(RexNode operand) {
    if (SqlTypeUtil.isDecimal(operand.getType())) {
      return operand;
    }
    RelDataType exact = builder.getTypeFactory().decimalOf(operand.getType());
    return builder.makeCast(
        builder.getTypeFactory().createTypeWithNullability(exact, operand.getType().isNullable()),
        operand);
  }

  private RexNode number(long value) {
    return builder.makeExactLiteral(
        BigDecimal.valueOf(value),
        type(value == (int) value ? SqlTypeName.INTEGER : SqlTypeName.BIGINT, false));
  }

  private RelDataType type(SqlTypeName name, boolean nullable) {
    return builder
        .getTypeFactory()
        .createTypeWithNullability(builder.getTypeFactory().createSqlType(name), nullable);
  }

  /**
   * {@code a OR b}, where b may fail, as {@code CASE WHEN a IS TRUE THEN TRUE ELSE a OR b END}: the
   * generator computes all operands of OR before it looks at any, but only the branch of a CASE
   * that is taken. Operands that cannot fail come first, wherever they were written.
   */
  private RexNode lazy(RexCall call, SqlOperator decides, boolean decided) {
    List<RexNode> sure = new ArrayList<>();
    List<RexNode> fallible = new ArrayList<>();
    call.getOperands().forEach(o -> (FallibleExpressions.mayFail(o) ? fallible : sure).add(o));
    if (fallible.isEmpty() || call.getOperands().size() == 1) {
      return call;
    }
    int last = fallible.size() - 1;
    RexNode result = fallible.get(last);
    for (int i = last - 1; i >= 0; i--) {
      result = unlessDecided(call, fallible.get(i), result, decides, decided);
    }
    if (sure.isEmpty()) {
      return result;
    }
    RexNode first = sure.size() == 1 ? sure.get(0) : builder.makeCall(call.getOperator(), sure);
    return unlessDecided(call, first, result, decides, decided);
  }

  private RexNode unlessDecided(
      RexCall call, RexNode first, RexNode rest, SqlOperator decides, boolean decided) {
    return builder.makeCall(
        call.getType(),
        SqlStdOperatorTable.CASE,
        List.of(
            builder.makeCall(decides, first),
            builder.makeLiteral(decided),
            builder.makeCall(call.getOperator(), first, rest)));
  }
}
