package io.millrace.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StatementTest {

  private final TestServer server = new TestServer();
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = server.connect();
  }

  @AfterEach
  void stop() throws SQLException {
    connection.close();
    server.close();
  }

  private static List<Long> drain(ResultSet rows) throws SQLException {
    List<Long> values = new ArrayList<>();
    while (rows.next()) {
      values.add(rows.getLong(1));
    }
    return values;
  }

  // Fetching

  @Test
  void preparedStatementWithFetchSizeZeroReturnsAllRows() throws SQLException {
    server.meta.scripts.put("q", ScriptedMeta.numbers(2_500));
    try (PreparedStatement statement = connection.prepareStatement("q")) {
      statement.setFetchSize(0);
      assertThat(drain(statement.executeQuery())).hasSize(2_500);
    }
    assertThat(server.meta.frameSizes).containsOnly(1_000);
  }

  @Test
  void statementWithFetchSizeZeroReturnsAllRows() throws SQLException {
    server.meta.scripts.put("q", ScriptedMeta.numbers(2_500));
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(0);
      assertThat(drain(statement.executeQuery("q"))).hasSize(2_500);
    }
  }

  @Test
  void fetchSizeSetsTheSizeOfEveryFrame() throws SQLException {
    server.meta.scripts.put("q", ScriptedMeta.numbers(10));
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(4);
      assertThat(drain(statement.executeQuery("q"))).hasSize(10);
    }
    assertThat(server.meta.frameSizes).containsExactly(4, 4, 4);
    assertThatThrownBy(() -> connection.createStatement().setFetchSize(-1))
        .hasMessageContaining("fetch size");
  }

  @Test
  void maxRowsHoldsForBothKindsOfStatement() throws SQLException {
    server.meta.scripts.put("q", ScriptedMeta.numbers(100));
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement("q")) {
      statement.setMaxRows(7);
      prepared.setMaxRows(7);
      prepared.setFetchSize(3);
      assertThat(drain(statement.executeQuery("q"))).hasSize(7);
      assertThat(drain(prepared.executeQuery())).hasSize(7);
      prepared.setLargeMaxRows(0);
      assertThat(drain(prepared.executeQuery())).hasSize(100);
    }
  }

  @Test
  void emptyFramesOfAnEndlessResultAreNotItsEnd() throws SQLException {
    List<Object> first = List.of(ScriptedMeta.row(1L));
    List<Object> second = List.of(ScriptedMeta.row(2L), ScriptedMeta.row(3L));
    server.meta.scripts.put(
        "subscribe",
        new ScriptedMeta.Endless(
            ScriptedMeta.numbers(0).columns(),
            List.of(List.of(), first, List.of(), List.of(), second)));
    try (Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery("subscribe");
      for (long expected = 1; expected <= 3; expected++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong("i")).isEqualTo(expected);
      }
      assertThat(server.meta.openStatements()).isEqualTo(1);
      rows.close();
      assertThat(server.meta.openStatements()).as("closing the result ends it").isZero();
      server.meta.scripts.put("q", ScriptedMeta.numbers(2));
      assertThat(drain(statement.executeQuery("q"))).hasSize(2);
    }
  }

  @Test
  void positionsInAResultAreRight() throws SQLException {
    server.meta.scripts.put("two", ScriptedMeta.numbers(2));
    server.meta.scripts.put("none", ScriptedMeta.numbers(0));
    try (Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery("two");
      assertThat(rows.isBeforeFirst()).isTrue();
      assertThatThrownBy(() -> rows.getLong(1)).hasMessageContaining("call next() first");
      rows.next();
      assertThat(rows.isFirst()).isTrue();
      assertThat(rows.isLast()).isFalse();
      rows.next();
      assertThat(rows.isLast()).isTrue();
      assertThat(rows.getRow()).isEqualTo(2);
      assertThat(rows.next()).isFalse();
      assertThat(rows.isAfterLast()).isTrue();
      assertThatThrownBy(() -> rows.getLong(1)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> rows.getLong("nowhere")).hasMessageContaining("nowhere");
      assertThatThrownBy(() -> rows.getObject(2)).hasMessageContaining("no column 2");
      ResultSet empty = statement.executeQuery("none");
      assertThat(rows.isClosed()).as("a new execution closes the old result").isTrue();
      assertThat(empty.isBeforeFirst()).isFalse();
      assertThat(empty.next()).isFalse();
      assertThat(empty.isAfterLast()).isFalse();
    }
  }

  @Test
  void closeOnCompletionClosesTheStatementWithItsResult() throws SQLException {
    server.meta.scripts.put("q", ScriptedMeta.numbers(1));
    Statement statement = connection.createStatement();
    statement.closeOnCompletion();
    ResultSet first = statement.executeQuery("q");
    ResultSet second = statement.executeQuery("q");
    assertThat(first.isClosed()).isTrue();
    assertThat(statement.isClosed()).as("replacing a result is not completion").isFalse();
    second.close();
    assertThat(statement.isClosed()).isTrue();
    assertThat(server.meta.openStatements()).isZero();
  }

  // Counts

  @Test
  void updatesGiveTheirCount() throws SQLException {
    server.meta.scripts.put("insert", new ScriptedMeta.Count(3));
    server.meta.scripts.put("create", new ScriptedMeta.Count(0));
    server.meta.scripts.put("q", ScriptedMeta.numbers(1));
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("insert")).isEqualTo(3);
      assertThat(statement.execute("create")).isFalse();
      assertThat(statement.getUpdateCount()).isZero();
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
      assertThat(statement.execute("q")).isTrue();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
      assertThat(statement.getResultSet().next()).isTrue();
      assertThat(statement.executeUpdate("insert", Statement.RETURN_GENERATED_KEYS)).isEqualTo(3);
      assertThat(statement.getGeneratedKeys().next()).isFalse();
      assertThatThrownBy(() -> statement.executeQuery("insert"))
          .hasMessageContaining("returned no rows");
      assertThatThrownBy(() -> statement.executeUpdate("q")).hasMessageContaining("returns rows");
    }
    try (PreparedStatement prepared =
        connection.prepareStatement("insert", Statement.RETURN_GENERATED_KEYS)) {
      assertThat(prepared.executeUpdate()).isEqualTo(3);
      assertThat(prepared.getMetaData()).isNull();
      assertThat(prepared.execute()).isFalse();
      assertThat(prepared.getUpdateCount()).isEqualTo(3);
    }
  }

  @Test
  void batchesGiveOneCountForEachCommand() throws SQLException {
    server.meta.scripts.put("a", new ScriptedMeta.Count(1));
    server.meta.scripts.put("b", new ScriptedMeta.Count(2));
    server.meta.scripts.put("bad", new ScriptedMeta.Fails("no", 1104, "23505"));
    server.meta.scripts.put("insert ?", new ScriptedMeta.Count(1));
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.executeBatch()).isEmpty();
      statement.addBatch("a");
      statement.addBatch("b");
      assertThat(statement.executeBatch()).containsExactly(1, 2);
      assertThat(statement.executeBatch()).as("a batch is used up").isEmpty();
      statement.addBatch("bad");
      BatchUpdateException e =
          catchThrowableOfType(BatchUpdateException.class, statement::executeBatch);
      assertThat(e.getSQLState()).isEqualTo("23505");
      assertThat(e.getErrorCode()).isEqualTo(1104);
    }
    try (PreparedStatement prepared = connection.prepareStatement("insert ?")) {
      for (int i = 0; i < 3; i++) {
        prepared.setInt(1, i);
        prepared.addBatch();
      }
      assertThat(prepared.executeBatch()).containsExactly(1, 1, 1);
      assertThat(server.meta.parameters).extracting(p -> p.get(0).value).containsExactly(0, 1, 2);
    }
  }

  // Errors

  @Test
  void serversStateCodeAndMessageArrive() throws SQLException {
    String message = "line 1, column 8: there is no column x";
    server.meta.scripts.put("bad", new ScriptedMeta.Fails(message, 1002, "42703"));
    server.meta.scripts.put("bad p", new ScriptedMeta.Fails("prepare: " + message, 1002, "42703"));
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement("bad")) {
      List<SQLException> all =
          List.of(
              catchThrowableOfType(SQLException.class, () -> statement.executeQuery("bad")),
              catchThrowableOfType(SQLException.class, () -> statement.execute("bad")),
              catchThrowableOfType(SQLException.class, () -> statement.executeUpdate("bad")),
              catchThrowableOfType(SQLException.class, prepared::executeQuery),
              catchThrowableOfType(SQLException.class, prepared::executeUpdate),
              catchThrowableOfType(SQLException.class, () -> connection.prepareStatement("bad p")));
      assertThat(all)
          .allSatisfy(
              e -> {
                assertThat((Throwable) e).isInstanceOf(SQLSyntaxErrorException.class);
                assertThat(e.getSQLState()).isEqualTo("42703");
                assertThat(e.getErrorCode()).isEqualTo(1002);
                assertThat(e.getMessage()).endsWith(message).doesNotContain("Error while");
              });
    }
  }

  @Test
  void errorsDuringFetchKeepTheirState() throws SQLException {
    server.meta.scripts.put(
        "q",
        new ScriptedMeta.FailsLater(
            ScriptedMeta.numbers(0).columns(),
            List.of(ScriptedMeta.row(1L)),
            new ScriptedMeta.Fails("division by zero", 1101, "22012")));
    try (Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery("q");
      assertThat(rows.next()).isTrue();
      SQLException e = catchThrowableOfType(SQLException.class, rows::next);
      assertThat(e.getSQLState()).isEqualTo("22012");
      assertThat(e.getErrorCode()).isEqualTo(1101);
      assertThat((Throwable) e).hasMessage("division by zero");
    }
  }

  @Test
  void faultsOfTheServerBringItsTrace() throws SQLException {
    server.meta.scripts.put("broken", new ScriptedMeta.Fails("index 3", 1901, "XX000"));
    try (Statement statement = connection.createStatement()) {
      SQLException e =
          catchThrowableOfType(SQLException.class, () -> statement.executeQuery("broken"));
      assertThat(e.getSQLState()).isEqualTo("XX000");
      assertThat(e.getCause()).hasMessageContaining("ScriptedMeta");
    }
  }

  @Test
  void statementsThatTheServerDroppedAreMadeAnew() throws SQLException {
    server.meta.scripts.put("q", ScriptedMeta.numbers(2));
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement("q")) {
      server.meta.forgetStatements();
      assertThat(drain(statement.executeQuery("q"))).hasSize(2);
      assertThat(drain(prepared.executeQuery())).hasSize(2);
    }
  }

  @Test
  void resultsThatTheServerDroppedAreAnError() throws SQLException {
    server.meta.scripts.put("q", ScriptedMeta.numbers(5));
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(2);
      ResultSet rows = statement.executeQuery("q");
      rows.next();
      rows.next();
      server.meta.forgetStatements();
      SQLException e = catchThrowableOfType(SQLException.class, rows::next);
      assertThat(e.getSQLState()).isEqualTo("26000");
      assertThat((Throwable) e).hasMessageContaining("Execute the statement again");
    }
  }

  // Cancelling

  @Test
  void anotherThreadCancelsAndTheStatementStaysUsable() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    server.meta.scripts.put("long", new ScriptedMeta.Blocks(started));
    server.meta.scripts.put("q", ScriptedMeta.numbers(2));
    try (Statement statement = connection.createStatement()) {
      CompletableFuture<SQLException> outcome =
          CompletableFuture.supplyAsync(
              () -> catchThrowableOfType(SQLException.class, () -> statement.executeQuery("long")));
      assertThat(started.await(ScriptedMeta.DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
      statement.cancel();
      SQLException e = outcome.get(ScriptedMeta.DEADLINE_SECONDS, TimeUnit.SECONDS);
      assertThat(e.getSQLState()).isEqualTo("57014");
      assertThat((Throwable) e).hasMessageContaining("cancelled");
      assertThat(server.meta.openStatements()).isZero();
      assertThat(drain(statement.executeQuery("q"))).hasSize(2);
      statement.cancel();
      assertThat(drain(statement.executeQuery("q")))
          .as("cancelling when nothing runs does nothing")
          .hasSize(2);
    }
  }

  @Test
  void preparedStatementsCanBeCancelledToo() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    server.meta.scripts.put("long", new ScriptedMeta.Blocks(started));
    try (PreparedStatement prepared = connection.prepareStatement("long")) {
      CompletableFuture<SQLException> outcome =
          CompletableFuture.supplyAsync(
              () -> catchThrowableOfType(SQLException.class, prepared::executeQuery));
      assertThat(started.await(ScriptedMeta.DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
      prepared.cancel();
      assertThat(outcome.get(ScriptedMeta.DEADLINE_SECONDS, TimeUnit.SECONDS).getSQLState())
          .isEqualTo("57014");
      server.meta.scripts.put("long", ScriptedMeta.numbers(1));
      assertThat(drain(prepared.executeQuery())).hasSize(1);
    }
  }

  @Test
  void queryTimeoutEndsAStatement() throws Exception {
    server.meta.scripts.put("long", new ScriptedMeta.Blocks(new CountDownLatch(1)));
    server.meta.scripts.put("q", ScriptedMeta.numbers(1));
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThat(statement.getQueryTimeout()).isEqualTo(1);
      SQLTimeoutException e =
          catchThrowableOfType(SQLTimeoutException.class, () -> statement.executeQuery("long"));
      assertThat(e.getSQLState()).isEqualTo("HYT00");
      assertThat((Throwable) e).hasMessageContaining("1 s");
      statement.setQueryTimeout(0);
      assertThat(drain(statement.executeQuery("q"))).hasSize(1);
      assertThatThrownBy(() -> statement.setQueryTimeout(-1)).isInstanceOf(SQLException.class);
    }
  }
}
