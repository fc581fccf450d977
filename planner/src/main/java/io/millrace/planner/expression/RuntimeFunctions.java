package io.millrace.planner.expression;

import io.millrace.core.function.SqlDecimals;
import io.millrace.core.function.SqlDoubles;
import io.millrace.core.function.SqlIntegers;
import io.millrace.core.function.SqlPatterns;
import io.millrace.core.function.SqlText;
import io.millrace.core.function.SqlTimes;
import io.millrace.core.function.SqlValues;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.ReflectiveCallNotNullImplementor;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/** Millrace's own functions as operators of Calcite's. */
final class RuntimeFunctions {
  static final SqlOperator DECIMAL_DIVIDE = operator(SqlDecimals.class, "divide");
  static final SqlOperator DECIMAL_REMAINDER = operator(SqlDecimals.class, "remainder");
  static final SqlOperator DECIMAL_FIT = operator(SqlDecimals.class, "fit");
  static final SqlOperator DECIMAL_TEXT = operator(SqlDecimals.class, "text");
  static final SqlOperator DOUBLE_TEXT = operator(SqlDoubles.class, "text");
  static final SqlOperator REAL_TEXT = operator(SqlDoubles.class, "realText");
  static final SqlOperator DOUBLE_TO_REAL = operator(SqlDoubles.class, "toReal");
  static final SqlOperator SQRT = operator(SqlDoubles.class, "sqrt");
  static final SqlOperator ASIN = operator(SqlDoubles.class, "asin");
  static final SqlOperator ACOS = operator(SqlDoubles.class, "acos");
  static final SqlOperator INTEGER_ABS = operator(SqlIntegers.class, "abs");
  static final SqlOperator INITCAP = operator(SqlText.class, "initcap");
  static final SqlOperator OVERLAY = operator(SqlText.class, "overlay");
  static final SqlOperator CONTAINS = operator(SqlText.class, "contains");
  static final SqlOperator STARTS_WITH = operator(SqlText.class, "startsWith");
  static final SqlOperator ENDS_WITH = operator(SqlText.class, "endsWith");
  static final SqlOperator LIKE = operator(SqlText.class, "like");
  static final SqlOperator REGEXP_EXTRACT = operator(SqlPatterns.class, "extract");
  static final SqlOperator REGEXP_COUNT = operator(SqlPatterns.class, "count");
  static final SqlOperator SPLIT_PART = operator(SqlText.class, "splitPart");
  static final SqlOperator TEXT_TO_BOOLEAN = operator(SqlText.class, "toBoolean");
  static final SqlOperator EPOCH = operator(SqlTimes.class, "epoch");
  static final SqlOperator WINDOW_BOUND = operator(SqlTimes.class, "windowBound");
  static final SqlOperator DOUBLE_DIVIDE = operator(SqlDoubles.class, "divide");
  static final SqlOperator DOUBLE_ORDER = operator(SqlDoubles.class, "order");
  static final SqlOperator DOUBLE_OF_ORDER = operator(SqlDoubles.class, "ofOrder");
  static final SqlOperator DOUBLE_TO_LONG = operator(SqlDoubles.class, "toLong");
  static final SqlOperator TEXT_COMPARE = operator(SqlText.class, "compare");
  static final SqlOperator TIME_TEXT = operator(SqlTimes.class, "time");
  static final SqlOperator TIMESTAMP_TEXT = operator(SqlTimes.class, "timestamp");
  static final SqlOperator INSTANT = operator(SqlTimes.class, "instant");
  static final SqlOperator RESCALE = operator(SqlTimes.class, "rescale");
  static final SqlOperator MILLIS_UP = operator(SqlTimes.class, "millisUp");
  static final SqlOperator UNITS_DOWN = operator(SqlTimes.class, "unitsDown");
  static final SqlOperator EXACTLY = operator(SqlTimes.class, "exactly");
  static final SqlOperator REFINE = operator(SqlTimes.class, "refine");
  static final SqlOperator MILLIS_BETWEEN = operator(SqlTimes.class, "millisBetween");
  static final SqlOperator SECONDS_OF_MINUTE = operator(SqlTimes.class, "secondsOfMinute");
  static final SqlOperator READ_TIMESTAMP = operator(SqlTimes.class, "readTimestamp");

  static final SqlOperator SAME = operator(SqlValues.class, "same");
  static final SqlOperator IS_NULL = operator(SqlValues.class, "isNull", NullPolicy.NONE);

  private RuntimeFunctions() {}

  /** Whether the operator is one of these. */
  static boolean isOwn(SqlOperator operator) {
    return operator instanceof SqlUserDefinedFunction function
        && function.getFunction() instanceof StaticMethod;
  }

  private static SqlOperator operator(Class<?> holder, String name) {
    return operator(holder, name, NullPolicy.STRICT);
  }

  private static SqlOperator operator(Class<?> holder, String name, NullPolicy nulls) {
    Method method =
        Stream.of(holder.getMethods())
            .filter(candidate -> candidate.getName().equals(name))
            .findFirst()
            .orElseThrow();
    return new SqlUserDefinedFunction(
        new SqlIdentifier(holder.getSimpleName() + "." + name, SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0_NULLABLE,
        InferTypes.FIRST_KNOWN,
        OperandTypes.operandMetadata(
            List.of(), factory -> List.of(), position -> "a" + position, position -> false),
        new StaticMethod(method, nulls));
  }

  /** A static method; by the strict policy it is not called when an argument is NULL. */
  private record StaticMethod(Method method, NullPolicy nulls)
      implements ScalarFunction, ImplementableFunction {
    @Override
    public CallImplementor getImplementor() {
      return RexImpTable.createImplementor(
          new ReflectiveCallNotNullImplementor(method), nulls, false);
    }

    @Override
    public RelDataType getReturnType(RelDataTypeFactory typeFactory) {
      return typeFactory.createJavaType(method.getReturnType());
    }

    @Override
    public List<FunctionParameter> getParameters() {
      List<FunctionParameter> parameters = new ArrayList<>();
      for (int i = 0; i < method.getParameterCount(); i++) {
        parameters.add(new Argument(i, method.getParameterTypes()[i]));
      }
      return parameters;
    }
  }

  private record Argument(int ordinal, Class<?> type) implements FunctionParameter {
    @Override
    public int getOrdinal() {
      return ordinal;
    }

    @Override
    public String getName() {
      return "a" + ordinal;
    }

    @Override
    public RelDataType getType(RelDataTypeFactory typeFactory) {
      return typeFactory.createJavaType(type);
    }

    @Override
    public boolean isOptional() {
      return false;
    }
  }
}
