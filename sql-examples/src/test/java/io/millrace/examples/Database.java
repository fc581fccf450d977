package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A connection to Millrace or DuckDB, with answers that can be compared. */
record Database(Connection connection) implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  static Database open(String url) throws SQLException {
    return new Database(DriverManager.getConnection(url));
  }

  void execute(List<String> statements) throws SQLException {
    for (String sql : statements) {
      try (var statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new AssertionError(sql, e);
      }
    }
  }

  /** The answer in order; equal values are equal objects, whatever database and type. */
  List<List<Object>> query(String sql) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    try (var statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<Object> row = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          row.add(comparable(result.getObject(column)));
        }
        rows.add(row);
      }
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
    return rows;
  }

  private static Object comparable(Object value) {
    if (value instanceof Number number) {
      return new BigDecimal(number.toString()).stripTrailingZeros();
    }
    if (value instanceof Timestamp timestamp) {
      return timestamp.toLocalDateTime().toString();
    }
    return value == null ? null : value.toString();
  }

  /** Waits until the query's only value is this number. */
  void await(String sql, long expected) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<List<Object>> wanted = List.of(List.of(BigDecimal.valueOf(expected).stripTrailingZeros()));
    List<List<Object>> found = query(sql);
    while (!found.equals(wanted) && System.nanoTime() < deadline) {
      found = query(sql);
    }
    assertThat(found).as(sql).isEqualTo(wanted);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
