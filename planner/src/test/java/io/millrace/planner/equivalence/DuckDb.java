package io.millrace.planner.equivalence;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Another database, whose answers Millrace's are compared with. */
final class DuckDb implements AutoCloseable {
  private final Connection connection;

  DuckDb() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
  }

  void createTable(String name, RowType rowType) throws SQLException {
    execute(
        "CREATE TABLE "
            + name
            + " ("
            + rowType.columns().stream().map(DuckDb::column).collect(Collectors.joining(", "))
            + ")");
  }

  private static String column(Column column) {
    DataType type = column.type();
    String name =
        switch (type.kind()) {
          case DECIMAL -> "DECIMAL(" + type.precision() + ", " + type.scale() + ")";
          case VARBINARY -> "BLOB";
          default -> type.kind().name();
        };
    return column.name() + " " + name;
  }

  /**
   * Makes these the only rows of a table.
   *
   * @param rows values as the engine has them
   */
  void setRows(String table, RowType rowType, List<Object[]> rows) throws SQLException {
    execute("DELETE FROM " + table);
    if (!rows.isEmpty()) {
      execute(
          "INSERT INTO "
              + table
              + " VALUES "
              + rows.stream().map(row -> literals(row, rowType)).collect(Collectors.joining(", ")));
    }
  }

  private static String literals(Object[] row, RowType rowType) {
    return IntStream.range(0, row.length)
        .mapToObj(i -> literal(row[i], rowType.type(i)))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String literal(Object value, DataType type) {
    if (value == null) {
      return "NULL";
    }
    return switch (type.kind()) {
      case VARCHAR -> "'" + ((String) value).replace("'", "''") + "'";
      case VARBINARY -> "unhex('" + CanonicalText.ofEngine(value, type) + "')";
      case DATE, TIME, TIMESTAMP -> "'" + CanonicalText.ofEngine(value, type) + "'";
      case REAL, DOUBLE -> "'" + value + "'::" + type.kind();
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      default -> value.toString();
    };
  }

  /** The rows of an answer, values separated by " | ". */
  List<String> query(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet set = statement.executeQuery(sql)) {
      String[] values = new String[set.getMetaData().getColumnCount()];
      while (set.next()) {
        for (int i = 0; i < values.length; i++) {
          values[i] = CanonicalText.ofJdbc(set.getObject(i + 1));
        }
        rows.add(Arrays.stream(values).collect(Collectors.joining(" | ")));
      }
    }
    return rows;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
