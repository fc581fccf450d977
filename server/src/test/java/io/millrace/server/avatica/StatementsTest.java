package io.millrace.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.SqlError;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Statements from their texts to their ends, by HTTP. */
@Timeout(120)
final class StatementsTest {
  private static TestEndpoint server;

  /** Many rows, and much work, from nothing. */
  private static String numbers(int digits) {
    StringBuilder from = new StringBuilder();
    StringBuilder sum = new StringBuilder();
    for (int i = 0; i < digits; i++) {
      String digit = "d" + i;
      from.append(i == 0 ? "" : ", ")
          .append("(VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) AS ")
          .append(digit)
          .append("(x)");
      sum.append(i == 0 ? "" : " + ").append(digit).append(".x * ").append((long) Math.pow(10, i));
    }
    return "SELECT " + sum + " AS n FROM " + from;
  }

  @BeforeAll
  static void start() throws SQLException {
    server = new TestEndpoint();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE items (id BIGINT PRIMARY KEY, name VARCHAR)");
      statement.execute(
          "CREATE MATERIALIZED VIEW by_name AS SELECT name, COUNT(*) AS n FROM items GROUP BY"
              + " name");
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void fetchesAllRowsWhateverTheFetchSize() throws SQLException {
    try (Connection connection = server.connect();
        PreparedStatement statement = connection.prepareStatement(numbers(4))) {
      for (int fetchSize : new int[] {0, 1_000, 7}) {
        statement.setFetchSize(fetchSize);
        long rows = 0;
        long sum = 0;
        try (ResultSet result = statement.executeQuery()) {
          while (result.next()) {
            rows++;
            sum += result.getLong(1);
          }
        }
        assertThat(rows).as("fetch size %d", fetchSize).isEqualTo(10_000);
        assertThat(sum).isEqualTo(49_995_000);
      }
      statement.setMaxRows(15);
      statement.setFetchSize(10);
      try (ResultSet result = statement.executeQuery()) {
        int rows = 0;
        while (result.next()) {
          rows++;
        }
        assertThat(rows).isEqualTo(15);
      }
    }
  }

  @Test
  void errorsHaveStateCodeAndPlace() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      SqlError relation = SqlError.of(() -> statement.executeQuery("SELECT 1\nFROM itemz"));
      assertThat(relation.state()).isEqualTo("42P01");
      assertThat(relation.code()).isEqualTo(1003);
      assertThat(relation.message()).contains("line 2, column 6").contains("did you mean 'items'");
      assertThat(SqlError.of(() -> statement.executeQuery("SELECT nam FROM items")).state())
          .isEqualTo("42703");
      assertThat(SqlError.of(() -> statement.executeQuery("SELEC 1")).state()).isEqualTo("42601");
      assertThat(SqlError.of(() -> statement.executeQuery("SELECT 1; SELECT 2")).state())
          .isEqualTo("42601");
      SqlError division =
          SqlError.of(
              () -> {
                try (ResultSet result =
                    statement.executeQuery("SELECT 1 / (x - 1) FROM (VALUES (1)) AS t(x)")) {
                  result.next();
                }
              });
      assertThat(division.state()).isEqualTo("22012");
      // The connection is as good as before.
      try (ResultSet result = statement.executeQuery("SELECT 1")) {
        assertThat(result.next()).isTrue();
      }
    }
  }

  @Test
  void everyStatementCommitsItself() throws SQLException {
    try (Connection connection = server.connect()) {
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(connection.getCatalog()).isEqualTo("millrace");
      assertThat(connection.getSchema()).isEqualTo("public");
      connection.setSchema("public");
      assertThat(SqlError.of(() -> connection.setAutoCommit(false)).state()).isEqualTo("0A000");
      assertThat(SqlError.of(() -> connection.setSchema("nowhere")).message())
          .contains("always 'public'");
    }
  }

  @Test
  void cancelEndsAQueryAndTheStatementGoesOn() throws Exception {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      CompletableFuture<SqlError> error =
          CompletableFuture.supplyAsync(
              () ->
                  SqlError.of(
                      () ->
                          statement.executeQuery(
                              "SELECT SUM(n) FROM (" + numbers(9) + ") AS many")));
      while (!error.isDone()) {
        // Has no effect before the query runs, so it is repeated.
        statement.cancel();
        Thread.onSpinWait();
      }
      assertThat(error.get().state()).isEqualTo("57014");
      try (ResultSet result = statement.executeQuery("SELECT 1")) {
        assertThat(result.next()).isTrue();
      }
    }
  }

  @Test
  void theQueryTimeoutEndsAQuery() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      SqlError error =
          SqlError.of(
              () -> statement.executeQuery("SELECT SUM(n) FROM (" + numbers(9) + ") AS many"));
      assertThat(error.message()).contains("query timeout of 1 s");
    }
  }

  @Test
  void manyConnectionsAskAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      List<Callable<Long>> clients = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        long expected = i;
        clients.add(
            () -> {
              try (Connection connection = server.connect();
                  PreparedStatement statement =
                      connection.prepareStatement("SELECT CAST(? AS BIGINT) AS v")) {
                statement.setLong(1, expected);
                try (ResultSet result = statement.executeQuery()) {
                  result.next();
                  return result.getLong(1);
                }
              }
            });
      }
      List<Long> answers = new ArrayList<>();
      for (Future<Long> answer : threads.invokeAll(clients)) {
        answers.add(answer.get());
      }
      assertThat(answers).hasSize(60).doesNotHaveDuplicates();
    } finally {
      threads.shutdown();
      assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(server.endpoint().openConnections()).isLessThan(10);
  }

  @Test
  void aPreparedStatementIsPlannedAnewWhenTheCatalogChanges() throws SQLException {
    try (Connection connection = server.connect();
        Statement definitions = connection.createStatement()) {
      definitions.execute("CREATE TABLE shifting (a BIGINT)");
      try (PreparedStatement query = connection.prepareStatement("SELECT * FROM shifting")) {
        try (ResultSet result = query.executeQuery()) {
          assertThat(result.getMetaData().getColumnCount()).isEqualTo(1);
        }
        definitions.execute("DROP TABLE shifting");
        assertThat(SqlError.of(query::executeQuery).state()).isEqualTo("42P01");
      }
    }
  }
}
