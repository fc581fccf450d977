package io.millrace.planner.validate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.TimestampUnit;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlWindowTableFunction;
import org.apache.calcite.sql.TableCharacteristic;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A table function that gives each row of a table its windows of time. Its operands are checked
 * here, where each still has its place in the text.
 */
public final class WindowTableFunction extends SqlWindowTableFunction {
  /** The most windows that a row may be in. */
  private static final long MAX_WINDOWS = 100;

  /** The column of the time that stands for a whole window. */
  private static final String WINDOW_TIME = "window_time";

  /** The least precision of a TIMESTAMP that holds milliseconds. */
  private static final int MILLIS_PRECISION = 3;

  private static final String DATA = "DATA";
  private static final String TIME = "TIMECOL";
  private static final String SIZE = "SIZE";
  private static final String OFFSET = "OFFSET";
  private static final String KEY = "KEY";

  /** One window for each row. */
  public static final WindowTableFunction TUMBLE =
      new WindowTableFunction("TUMBLE", 3, List.of(DATA, TIME, SIZE, OFFSET));

  /** Windows of one size that begin every slide. */
  public static final WindowTableFunction HOP =
      new WindowTableFunction("HOP", 4, List.of(DATA, TIME, "SLIDE", SIZE, OFFSET));

  /** Windows that begin every size and end every step. */
  public static final WindowTableFunction CUMULATE =
      new WindowTableFunction("CUMULATE", 4, List.of(DATA, TIME, "STEP", SIZE, OFFSET));

  /** Windows that end when nothing has come for some time. */
  public static final WindowTableFunction SESSION =
      new WindowTableFunction("SESSION", 3, List.of(DATA, TIME, KEY, "GAP"));

  /** All of them. */
  static final List<WindowTableFunction> ALL = List.of(TUMBLE, HOP, CUMULATE, SESSION);

  private final List<String> parameters;

  private WindowTableFunction(String name, int mandatory, List<String> parameters) {
    super(name, new Operands(mandatory, parameters));
    this.parameters = parameters;
  }

  /** The names of the arguments, in their order. */
  List<String> parameters() {
    return parameters;
  }

  /** Whether an argument must be there. */
  boolean isMandatory(String parameter) {
    return !parameter.equals(OFFSET) && !parameter.equals(KEY);
  }

  @Override
  public SqlReturnTypeInference getRowTypeInference() {
    return WindowTableFunction::rowType;
  }

  /**
   * The table's columns, then the window's bounds, as precise as the time, then the last
   * millisecond that is in the window.
   */
  private static RelDataType rowType(SqlOperatorBinding binding) {
    RelDataType bounds = ARG0_TABLE_FUNCTION_WINDOWING.inferReturnType(binding);
    RelDataTypeFactory factory = binding.getTypeFactory();
    List<RelDataTypeField> fields = bounds.getFieldList();
    RelDataType end = fields.get(fields.size() - 1).getType();
    RelDataType time =
        factory.createTypeWithNullability(
            factory.createSqlType(
                SqlTypeName.TIMESTAMP, Math.max(MILLIS_PRECISION, end.getPrecision())),
            end.isNullable());
    return factory
        .builder()
        .kind(bounds.getStructKind())
        .addAll(fields)
        .add(WINDOW_TIME, time)
        .build();
  }

  /** No table after which PARTITION BY may stand; see {@link WindowArguments}. */
  @Override
  public TableCharacteristic tableCharacteristic(int ordinal) {
    return null;
  }

  /**
   * What the operands must be.
   *
   * @param parameters their names
   */
  private record Operands(int mandatory, List<String> parameters) implements SqlOperandMetadata {
    @Override
    public List<RelDataType> paramTypes(RelDataTypeFactory typeFactory) {
      return Collections.nCopies(parameters.size(), typeFactory.createSqlType(SqlTypeName.ANY));
    }

    @Override
    public List<String> paramNames() {
      return parameters;
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
      return SqlOperandCountRanges.between(mandatory, parameters.size());
    }

    @Override
    public boolean isOptional(int ordinal) {
      return ordinal >= mandatory || parameters.get(ordinal).equals(KEY);
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
      List<String> operands = new ArrayList<>(List.of("TABLE t", "DESCRIPTOR(time)"));
      for (int i = 2; i < parameters.size(); i++) {
        String parameter = parameters.get(i);
        operands.add(
            parameter.equals(KEY)
                ? "[DESCRIPTOR(key)]"
                : (parameter.equals(OFFSET) ? "[INTERVAL " : "INTERVAL ")
                    + parameter.toLowerCase(Locale.ROOT)
                    + (parameter.equals(OFFSET) ? "]" : ""));
      }
      return name + "(" + String.join(", ", operands) + ")";
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
      String name = binding.getOperator().getName();
      RelDataType table = binding.getOperandType(0);
      if (table.getSqlTypeName() != SqlTypeName.ROW) {
        throw binding.newValidationSignatureError();
      }
      checkTable(name, binding.operand(0));
      RelDataType time = checkTime(name, binding, table);
      List<Long> lengths = new ArrayList<>();
      for (int i = 2; i < binding.getOperandCount(); i++) {
        SqlNode operand = binding.operand(i);
        if (name.equals("SESSION") && operand.getKind() == SqlKind.DESCRIPTOR && i == 2) {
          checkKeys(name, binding, operand, table);
        } else if (operand.getKind() != SqlKind.DEFAULT) {
          long millis = millis(name, operand);
          if (!parameters.get(i).equals(OFFSET) && millis <= 0) {
            throw invalid(name, operand, "intervals of more than 0 milliseconds");
          }
          checkSpan(name, operand, millis, time);
          lengths.add(millis);
        }
      }
      checkLengths(name, binding, lengths);
      return true;
    }

    /** Of a set operation the conversion to algebra would take the first query alone. */
    private static void checkTable(String name, SqlNode table) {
      SqlNode query =
          table instanceof SqlCall cursor && table.getKind() == SqlKind.CURSOR
              ? cursor.operand(0)
              : table;
      if (SqlKind.SET_QUERY.contains(query.getKind())) {
        throw invalid(name, query, "a SELECT around " + query.getKind() + ": SELECT * FROM (…)");
      }
    }

    /** Fine times reach less far than intervals. */
    private static void checkSpan(String name, SqlNode operand, long millis, RelDataType time) {
      long perMilli = TimestampUnit.of(time.getPrecision()).perMilli();
      long greatest = Long.MAX_VALUE / 2 / perMilli;
      if (Math.abs(millis) > greatest) {
        throw invalid(
            name,
            operand,
            String.format(
                "intervals of at most %d days for a TIMESTAMP(%d); a coarser TIMESTAMP reaches"
                    + " further",
                Duration.ofMillis(greatest).toDays(), time.getPrecision()));
      }
    }

    private void checkLengths(String name, SqlCallBinding binding, List<Long> lengths) {
      if (name.equals("SESSION")) {
        if (lengths.size() != 1) {
          throw invalid(name, binding.getCall(), "one interval, the gap between two sessions");
        }
        return;
      }
      if (mandatory == 3) {
        return;
      }
      long period = lengths.get(0);
      long size = lengths.get(1);
      String parts = parameters.get(2).toLowerCase(Locale.ROOT);
      if (size % period != 0) {
        throw invalid(name, binding.operand(3), "a size that is a multiple of the " + parts);
      }
      if (size / period > MAX_WINDOWS) {
        throw invalid(
            name, binding.operand(3), "a size of at most " + MAX_WINDOWS + " " + parts + "s");
      }
    }

    private static RelDataType checkTime(String name, SqlCallBinding binding, RelDataType table) {
      SqlNode descriptor = binding.operand(1);
      if (descriptor.getKind() == SqlKind.DESCRIPTOR) {
        List<RelDataTypeField> columns = columns(name, descriptor, table);
        if (columns.size() == 1
            && columns.get(0).getType().getSqlTypeName() == SqlTypeName.TIMESTAMP) {
          return columns.get(0).getType();
        }
      }
      throw invalid(name, descriptor, "DESCRIPTOR of one TIMESTAMP column");
    }

    private static void checkKeys(
        String name, SqlCallBinding binding, SqlNode keys, RelDataType table) {
      RelDataTypeField time = columns(name, binding.operand(1), table).get(0);
      List<RelDataTypeField> columns = columns(name, keys, table);
      int again = columns.indexOf(time);
      if (again >= 0) {
        throw invalid(name, ((SqlCall) keys).operand(again), "keys other than its time");
      }
    }

    private static List<RelDataTypeField> columns(
        String name, SqlNode descriptor, RelDataType table) {
      List<RelDataTypeField> columns = new ArrayList<>();
      for (SqlNode operand : ((SqlCall) descriptor).getOperandList()) {
        if (!(operand instanceof SqlIdentifier identifier) || !identifier.isSimple()) {
          throw invalid(name, operand, "names of columns here");
        }
        RelDataTypeField column = table.getField(identifier.getSimple(), true, false);
        if (column == null) {
          throw Positions.error(
              ErrorCode.UNKNOWN_COLUMN,
              operand,
              "there is no column '" + identifier.getSimple() + "' in the table of " + name);
        }
        columns.add(column);
      }
      return columns;
    }

    private static long millis(String name, SqlNode interval) {
      if (interval instanceof SqlLiteral literal
          && SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getTypeName())) {
        return millis(name, literal);
      }
      if (interval instanceof SqlCall) {
        throw invalid(
            name,
            interval,
            "intervals that are written out, such as INTERVAL '90' SECOND, not computed");
      }
      throw invalid(
          name,
          interval,
          "constant intervals of DAY, HOUR, MINUTE or SECOND (months differ in length)");
    }

    private static long millis(String name, SqlLiteral interval) {
      try {
        return interval.getValueAs(BigDecimal.class).longValueExact();
      } catch (RuntimeException e) {
        // What Calcite throws for numbers that are too large has no class of its own.
        throw new MillraceException(
            ErrorCode.INVALID_STATEMENT,
            Positions.of(interval),
            "the table function " + name + " needs intervals of numbers that fit INTEGER",
            e);
      }
    }

    private static MillraceException invalid(String name, SqlNode node, String needed) {
      return Positions.error(
          ErrorCode.INVALID_STATEMENT, node, "the table function " + name + " needs " + needed);
    }
  }
}
