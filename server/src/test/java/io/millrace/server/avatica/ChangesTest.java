package io.millrace.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.SqlError;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of tables and subscriptions to them, by HTTP and inside the JVM. */
@Timeout(120)
final class ChangesTest {
  private TestEndpoint server;
  private Connection connection;

  private void connect(String how) throws SQLException {
    if (how.equals("http")) {
      server = new TestEndpoint();
      connection = server.connect();
    } else {
      connection = DriverManager.getConnection("jdbc:millrace:memory:?workers=2");
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    if (server != null) {
      server.close();
    }
  }

  private void execute(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.next()).isTrue();
      return result.getLong(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "embedded"})
  void allTypesGoIntoATableAndBack(String how) throws SQLException {
    connect(how);
    execute(
        "CREATE TABLE kinds (id BIGINT PRIMARY KEY, bo BOOLEAN, ti TINYINT, sm SMALLINT, i INTEGER,"
            + " r REAL, d DOUBLE, de DECIMAL(12, 3), v VARCHAR, b VARBINARY, da DATE,"
            + " tm TIME(3), ts TIMESTAMP(3))");
    Object[] values = {
      1L,
      true,
      7,
      -300,
      70_000,
      1.5f,
      -2.25,
      new BigDecimal("123456789.125"),
      "Ærø",
      new byte[] {1, 0, -1},
      LocalDate.parse("2024-02-29"),
      LocalTime.parse("01:02:03.004"),
      LocalDateTime.parse("1969-12-31T23:59:59.999")
    };
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO kinds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      for (int i = 0; i < values.length; i++) {
        insert.setObject(i + 1, values[i]);
      }
      assertThat(insert.executeUpdate()).isEqualTo(1);
      insert.setObject(1, 2L);
      for (int i = 1; i < values.length; i++) {
        insert.setObject(i + 1, null);
      }
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM kinds ORDER BY id")) {
      assertThat(row.next()).isTrue();
      for (int i = 0; i < 9; i++) {
        assertThat(row.getObject(i + 1)).as("column %d", i + 1).isEqualTo(values[i]);
      }
      assertThat(row.getBytes("b")).containsExactly(1, 0, -1);
      assertThat(row.getObject("da", LocalDate.class)).isEqualTo(values[10]);
      assertThat(row.getObject("tm", LocalTime.class)).isEqualTo(values[11]);
      assertThat(row.getObject("ts", LocalDateTime.class)).isEqualTo(values[12]);
      assertThat(row.next()).isTrue();
      for (int i = 1; i < values.length; i++) {
        assertThat(row.getObject(i + 1)).as("column %d", i + 1).isNull();
      }
      assertThat(row.next()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "embedded"})
  void batchesInsertAndTellTheirCounts(String how) throws SQLException {
    connect(how);
    execute("CREATE TABLE items (id BIGINT PRIMARY KEY, name VARCHAR)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO items VALUES (?, ?)")) {
      for (int i = 0; i < 100; i++) {
        insert.setLong(1, i);
        insert.setString(2, "item " + i % 10);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(100).containsOnly(1);
      insert.setLong(1, 100);
      insert.setString(2, "new");
      insert.addBatch();
      insert.setLong(1, 5);
      insert.addBatch();
      SqlError error = SqlError.of(insert::executeBatch);
      assertThat(error.state()).isEqualTo("23505");
      assertThat(error.message()).contains("Entry 2 of 2 of the batch");
    }
    assertThat(number("SELECT COUNT(*) FROM items")).isEqualTo(101);
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("UPDATE items SET name = 'x' WHERE id < 10"))
          .isEqualTo(10);
      assertThat(statement.executeUpdate("DELETE FROM items WHERE name = 'x'")).isEqualTo(10);
      statement.addBatch("INSERT INTO items VALUES (1000, 'a'), (1001, 'b')");
      statement.addBatch("DELETE FROM items WHERE id = 1000");
      assertThat(statement.executeBatch()).containsExactly(2, 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "embedded"})
  void aSubscriptionGivesChangesAsTheyHappen(String how) throws Exception {
    connect(how);
    execute(
        "CREATE TABLE items (id BIGINT PRIMARY KEY, name VARCHAR)",
        "INSERT INTO items VALUES (1, 'a')",
        "CREATE MATERIALIZED VIEW by_name AS SELECT name, COUNT(*) AS n FROM items GROUP BY name");
    try (Statement subscription = connection.createStatement();
        ResultSet changes = subscription.executeQuery("SUBSCRIBE TO by_name")) {
      List<String> seen = new ArrayList<>();
      assertThat(changes.next()).isTrue();
      seen.add(changes.getString("name") + changes.getLong("n"));
      execute("INSERT INTO items VALUES (2, 'b')");
      assertThat(changes.next()).isTrue();
      seen.add(changes.getString("name") + changes.getLong("n"));
      assertThat(seen).containsExactly("a1", "b1");
    }
    // Closing ended it, and the connection goes on.
    assertThat(number("SELECT COUNT(*) FROM by_name")).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "embedded"})
  void aWaitingSubscriptionCanBeCancelled(String how) throws Exception {
    connect(how);
    execute("CREATE TABLE items (id BIGINT PRIMARY KEY, name VARCHAR)");
    try (Statement subscription = connection.createStatement()) {
      ResultSet changes = subscription.executeQuery("SUBSCRIBE TO items");
      Thread canceller =
          new Thread(
              () -> {
                while (!Thread.currentThread().isInterrupted()) {
                  try {
                    subscription.cancel();
                  } catch (SQLException e) {
                    throw new IllegalStateException(e);
                  }
                  Thread.onSpinWait();
                }
              });
      canceller.start();
      SqlError error = SqlError.of(changes::next);
      canceller.interrupt();
      canceller.join();
      assertThat(error.state()).isIn("57014", "26000");
    }
  }
}
