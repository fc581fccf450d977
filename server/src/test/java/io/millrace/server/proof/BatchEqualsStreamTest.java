package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random schemas, queries and histories of changes: after each few changes every view holds what
 * DuckDB answers to its query over the same rows. {@code -Dmillrace.histories=1000} for more.
 */
final class BatchEqualsStreamTest {
  private static final int HISTORIES = Integer.getInteger("millrace.histories", 10);
  private static final int VIEWS = 8;
  private static final int ROUNDS = 6;
  private static final int CHANGES_PER_ROUND = 5;
  private static final String UNIQUE_VIOLATION = "23505";

  @TempDir Path directory;

  static Stream<Arguments> histories() {
    return IntStream.range(0, HISTORIES)
        .boxed()
        .flatMap(seed -> Stream.of(Arguments.of(seed, 1), Arguments.of(seed, 4)));
  }

  @ParameterizedTest(name = "seed {0}, {1} workers")
  @MethodSource("histories")
  void viewsHoldWhatTheirQueriesAnswer(int seed, int workers) throws SQLException {
    Random random = new Random(seed);
    String url = "jdbc:millrace:embedded:" + directory + "?workers=" + workers;
    Connection millrace = DriverManager.getConnection(url);
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
      RandomTable keyed = RandomTable.make(random, "keyed", true);
      RandomTable bag = RandomTable.make(random, "bag", false);
      both(millrace, duckDb, keyed.definition());
      both(millrace, duckDb, bag.definition());
      List<RandomQuery> queries = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        // Some views are there before the first row, others find rows when they are created.
        while (queries.size() < VIEWS / 2 + round && queries.size() < VIEWS) {
          RandomQuery query = RandomQuery.of(random, keyed, bag);
          execute(millrace, "CREATE MATERIALIZED VIEW v" + queries.size() + " AS " + query.sql());
          queries.add(query);
        }
        for (int change = 0; change < CHANGES_PER_ROUND; change++) {
          both(millrace, duckDb, (random.nextBoolean() ? keyed : bag).change(random));
        }
        compare(millrace, duckDb, queries);
        if (round == ROUNDS / 2) {
          millrace.close();
          millrace = DriverManager.getConnection(url);
          compare(millrace, duckDb, queries);
        }
      }
    } finally {
      millrace.close();
    }
  }

  /** Both do it, or both refuse it. */
  private static void both(Connection millrace, Connection duckDb, String sql) throws SQLException {
    SQLException refused = null;
    long expected = 0;
    try {
      expected = execute(duckDb, sql);
    } catch (SQLException e) {
      refused = e;
    }
    try {
      long changed = execute(millrace, sql);
      assertThat((Throwable) refused).as(sql).isNull();
      assertThat(changed).as(sql).isEqualTo(expected);
    } catch (SQLException e) {
      if (refused == null) {
        throw new AssertionError(sql, e);
      }
      assertThat(e.getSQLState()).as(sql).isEqualTo(UNIQUE_VIOLATION);
    }
  }

  private static long execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
      return Math.max(0, statement.getUpdateCount());
    }
  }

  private static void compare(Connection millrace, Connection duckDb, List<RandomQuery> queries)
      throws SQLException {
    for (int i = 0; i < queries.size(); i++) {
      RandomQuery query = queries.get(i);
      List<List<Object>> expected = rows(duckDb, query.duckDb(), query);
      List<List<Object>> view = rows(millrace, "SELECT * FROM v" + i, query);
      assertEqual(query, view, expected);
      assertEqual(query, rows(millrace, query.sql(), query), expected);
    }
  }

  private static void assertEqual(
      RandomQuery query, List<List<Object>> actual, List<List<Object>> expected) {
    if (query.approximate().isEmpty()) {
      assertThat(actual).as(query.sql()).isEqualTo(expected);
      return;
    }
    assertThat(actual).as(query.sql()).hasSameSizeAs(expected);
    for (int row = 0; row < expected.size(); row++) {
      for (int column = 0; column < expected.get(row).size(); column++) {
        Object wanted = expected.get(row).get(column);
        Object found = actual.get(row).get(column);
        if (query.approximate().contains(column) && wanted != null) {
          double value = ((BigDecimal) wanted).doubleValue();
          assertThat(((BigDecimal) found).doubleValue())
              .as(query.sql())
              .isCloseTo(value, within(Math.max(1e-6, Math.abs(value) * 1e-9)));
        } else {
          assertThat(found).as(query.sql()).isEqualTo(wanted);
        }
      }
    }
  }

  /** Sorted by the columns that are exact. */
  private static List<List<Object>> rows(Connection connection, String sql, RandomQuery query)
      throws SQLException {
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
    rows.sort(Comparator.comparing(row -> exactColumns(row, query)));
    return rows;
  }

  private static String exactColumns(List<Object> row, RandomQuery query) {
    StringBuilder text = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      if (!query.approximate().contains(column)) {
        text.append(row.get(column)).append('|');
      }
    }
    return text.toString();
  }

  private static Object comparable(Object value) {
    if (value instanceof Number number) {
      BigDecimal decimal = new BigDecimal(number.toString());
      return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
    }
    if (value instanceof Timestamp timestamp) {
      return timestamp.toLocalDateTime().toString();
    }
    return value == null ? null : value.toString();
  }
}
