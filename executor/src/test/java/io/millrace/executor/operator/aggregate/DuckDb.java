package io.millrace.executor.operator.aggregate;

import io.millrace.core.plan.AggregateCall;
import io.millrace.core.plan.AggregateFunction;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangelogText.Change;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The same aggregation as a query over the same rows. DuckDB groups, filters, tells distinct values
 * apart, counts, compares and adds exact numbers; where its own sums round, it lists the values and
 * they are added as BigDecimals. Dates and times are stored as numbers, byte strings as hexadecimal
 * text: neither changes what is equal or less.
 */
final class DuckDb implements AutoCloseable {
  private final RowType input;
  private final ExecNode.GroupAggregate node;
  private final Connection connection;

  DuckDb(RowType input, ExecNode.GroupAggregate node) throws SQLException {
    this.input = input;
    this.node = node;
    this.connection = DriverManager.getConnection("jdbc:duckdb:");
    execute(
        "CREATE TABLE t ("
            + input.columns().stream()
                .map(column -> column.name() + " " + duckType(column.type()))
                .collect(Collectors.joining(", "))
            + ")");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String duckType(DataType type) {
    return switch (type.kind()) {
      case DECIMAL -> "DECIMAL(" + type.precision() + ", " + type.scale() + ")";
      case VARBINARY -> "VARCHAR";
      case DATE, TIME -> "INTEGER";
      case TIMESTAMP -> "BIGINT";
      default -> type.kind().name();
    };
  }

  /** The query's rows over these rows. */
  List<Change> query(List<Object[]> rows) throws SQLException {
    execute("DELETE FROM t");
    if (!rows.isEmpty()) {
      execute(
          "INSERT INTO t VALUES "
              + rows.stream().map(this::literals).collect(Collectors.joining(", ")));
    }
    List<Change> result = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet set = statement.executeQuery(sql())) {
      while (set.next()) {
        result.add(new Change(1, row(set)));
      }
    }
    return result;
  }

  private String literals(Object[] row) {
    return IntStream.range(0, row.length)
        .mapToObj(i -> literal(input.type(i), row[i]))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String literal(DataType type, Object value) {
    if (value == null) {
      return "NULL";
    }
    String text =
        value instanceof byte[] bytes
            ? HexFormat.of().formatHex(bytes)
            : value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    String quoted =
        text.indexOf('\u0000') < 0
            ? "'" + text.replace("'", "''") + "'"
            : "'" + text.replace("\u0000", "' || chr(0) || '") + "'";
    return "CAST(" + quoted + " AS " + duckType(type) + ")";
  }

  private String sql() {
    List<String> keys = node.groupKeys().stream().map(key -> input.column(key).name()).toList();
    List<String> items = new ArrayList<>(keys);
    node.aggregates().forEach(call -> items.add(sql(call)));
    String sql = "SELECT " + String.join(", ", items) + " FROM t";
    return keys.isEmpty() ? sql : sql + " GROUP BY " + String.join(", ", keys);
  }

  private String sql(AggregateCall call) {
    String argument =
        call.argument() == AggregateCall.NONE
            ? "*"
            : (call.distinct() ? "DISTINCT " : "") + input.column(call.argument()).name();
    String filter =
        call.filter() == AggregateCall.NONE
            ? ""
            : " FILTER (WHERE " + input.column(call.filter()).name() + ")";
    String function = isListed(call) ? "LIST" : call.function().name();
    String value = function + "(" + argument + ")" + filter;
    return call.function() == AggregateFunction.SUM && !isListed(call)
        ? "CAST(" + value + " AS DECIMAL(38, " + call.type().scale() + "))"
        : value;
  }

  private boolean isListed(AggregateCall call) {
    if (call.function() != AggregateFunction.SUM && call.function() != AggregateFunction.AVG) {
      return false;
    }
    TypeKind kind = input.type(call.argument()).kind();
    return kind == TypeKind.REAL
        || kind == TypeKind.DOUBLE
        || call.function() == AggregateFunction.AVG;
  }

  private Object[] row(ResultSet set) throws SQLException {
    Object[] row = new Object[node.rowType().size()];
    int keys = node.groupKeys().size();
    for (int i = 0; i < row.length; i++) {
      DataType type = node.rowType().type(i);
      AggregateCall call = i < keys ? null : node.aggregates().get(i - keys);
      row[i] =
          call != null && isListed(call)
              ? added(call, (Object[]) array(set, i + 1), type)
              : value(set, i + 1, type);
    }
    return row;
  }

  private static Object array(ResultSet set, int column) throws SQLException {
    Array array = set.getArray(column);
    return array == null ? new Object[0] : array.getArray();
  }

  private static Object value(ResultSet set, int column, DataType type) throws SQLException {
    Object value =
        switch (type.kind()) {
          case BOOLEAN -> set.getBoolean(column);
          case TINYINT -> set.getByte(column);
          case SMALLINT -> set.getShort(column);
          case INTEGER, DATE, TIME -> set.getInt(column);
          case BIGINT, TIMESTAMP -> set.getLong(column);
          case REAL -> set.getFloat(column);
          case DOUBLE -> set.getDouble(column);
          case DECIMAL -> set.getBigDecimal(column);
          case VARCHAR -> set.getString(column);
          case VARBINARY -> {
            String hex = set.getString(column);
            yield hex == null ? null : HexFormat.of().parseHex(hex);
          }
        };
    return set.wasNull() ? null : value;
  }

  /** SUM or AVG of listed values. */
  private static Object added(AggregateCall call, Object[] listed, DataType type) {
    List<Object> values = new ArrayList<>();
    for (Object value : listed) {
      if (value != null) {
        values.add(value);
      }
    }
    if (values.isEmpty()) {
      return null;
    }
    boolean floating = values.get(0) instanceof Double || values.get(0) instanceof Float;
    BigDecimal sum = BigDecimal.ZERO;
    double special = 0;
    for (Object value : values) {
      double number = ((Number) value).doubleValue();
      if (floating && !Double.isFinite(number)) {
        special += number;
      } else {
        sum =
            sum.add(
                floating
                    ? new BigDecimal(number)
                    : value instanceof BigDecimal decimal
                        ? decimal
                        : new BigDecimal(value.toString()));
      }
    }
    boolean average = call.function() == AggregateFunction.AVG;
    BigDecimal count = BigDecimal.valueOf(values.size());
    if (type.kind() == TypeKind.DECIMAL) {
      return sum.divide(average ? count : BigDecimal.ONE, type.scale(), RoundingMode.HALF_UP);
    }
    if (special != 0) {
      return type.kind() == TypeKind.REAL ? (Object) (float) special : (Object) special;
    }
    if (!average) {
      return type.kind() == TypeKind.REAL ? (Object) sum.floatValue() : (Object) sum.doubleValue();
    }
    return floating
        ? sum.doubleValue() / values.size()
        : sum.divide(count, new MathContext(60)).doubleValue();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
