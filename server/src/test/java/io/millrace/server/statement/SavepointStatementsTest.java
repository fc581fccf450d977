package io.millrace.server.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.database.Database;
import io.millrace.server.result.RowCursor;
import io.millrace.server.result.StatementResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SAVEPOINT, DROP SAVEPOINT, SHOW SAVEPOINTS, and going back. */
final class SavepointStatementsTest {
  @TempDir Path parent;
  private Database database;
  private SqlClient sql;

  @BeforeEach
  void open() {
    open(null);
    sql.run(
        "CREATE TABLE items (id INT PRIMARY KEY, price INT)",
        "CREATE MATERIALIZED VIEW totals AS SELECT COUNT(*) AS n, SUM(price) AS s FROM items",
        "INSERT INTO items VALUES (1, 10), (2, 20)");
  }

  private DatabaseConfig config() {
    return DatabaseConfig.at(parent.resolve("data"))
        .withWorkers(2)
        .withRetainedCheckpoints(1)
        .withCheckpointInterval(Duration.ZERO);
  }

  private void open(String savepoint) {
    database = Database.open(config(), Optional.ofNullable(savepoint));
    sql = new SqlClient(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Path description(String savepoint) {
    return parent.resolve("data/checkpoints/savepoints/" + savepoint + ".savepoint");
  }

  @Test
  void areListedWithWhatTheyHold() {
    assertThat(sql.tag("SAVEPOINT 'v0'")).isEqualTo("SAVEPOINT");
    sql.run("CREATE VIEW dear AS SELECT * FROM items WHERE price > 10", "SAVEPOINT 'v1.b'");
    assertThat(
            sql.rows("SELECT name, relations, error FROM millrace.savepoints ORDER BY created_at"))
        .containsExactly("v0|items, totals|null", "v1.b|items, totals, dear|null");
    assertThat(
            sql.rows(
                "SELECT COUNT(*) FROM millrace.savepoints s JOIN millrace.checkpoints c"
                    + " ON s.checkpoint_id = c.id AND s.bytes = c.bytes_total"))
        .containsExactly("2");
    assertThat(sql.rows("SHOW SAVEPOINTS LIKE 'v1%'"))
        .singleElement()
        .asString()
        .startsWith("v1.b|")
        .endsWith("|items, totals, dear|null");
    assertThat(sql.rows("SHOW SAVEPOINTS")).hasSize(2);
  }

  @Test
  void haveNamesOfTheirOwn() {
    sql.run("SAVEPOINT 'v0'", "SAVEPOINT 'v1'");
    MillraceException twice = sql.error("SAVEPOINT 'v0'");
    assertThat(twice.code()).isEqualTo(ErrorCode.DUPLICATE_SAVEPOINT);
    assertThat(twice.position()).contains(new SourcePosition(1, 11));
    assertThat(twice.detail())
        .isEqualTo(
            "There is already a savepoint 'v0'; there are 'v0', 'v1'. Take another name, or DROP"
                + " SAVEPOINT 'v0' first.");
    assertThat(sql.error("SAVEPOINT 'V0'")).hasMessageContaining("differs only in upper case");

    MillraceException unknown = sql.error("DROP SAVEPOINT\n 'v2'");
    assertThat(unknown.code()).isEqualTo(ErrorCode.UNKNOWN_SAVEPOINT);
    assertThat(unknown.position()).contains(new SourcePosition(2, 2));
    assertThat(unknown.detail()).isEqualTo("There is no savepoint 'v2'; there are 'v0', 'v1'.");
    assertThat(sql.tag("DROP SAVEPOINT IF EXISTS 'v2'")).isEqualTo("DROP SAVEPOINT");

    for (String wrong : List.of("", "../v", ".v", "a b", "é", "x".repeat(65))) {
      MillraceException refused = sql.error("SAVEPOINT '" + wrong + "'");
      assertThat(refused.code()).as(wrong).isEqualTo(ErrorCode.INVALID_NAME);
      assertThat(refused.position()).contains(new SourcePosition(1, 11));
    }
  }

  @Test
  void goBackToRowsAndDefinitions() {
    sql.run(
        "SAVEPOINT 'v0'",
        "INSERT INTO items VALUES (3, 30)",
        "CREATE MATERIALIZED VIEW dear AS SELECT id FROM items WHERE price > 15",
        "DROP MATERIALIZED VIEW totals",
        "SAVEPOINT 'v1'",
        "DELETE FROM items WHERE id = 1");
    database.close();

    open("v0");
    assertThat(sql.rows("SELECT * FROM totals")).containsExactly("2|30");
    assertThat(sql.rows("SELECT id FROM items ORDER BY id")).containsExactly("1", "2");
    assertThat(sql.error("SELECT * FROM dear").code()).isEqualTo(ErrorCode.UNKNOWN_RELATION);
    sql.run("INSERT INTO items VALUES (7, 70)");
    assertThat(sql.rows("SELECT * FROM totals")).containsExactly("3|100");
    // It goes on as any database, also after a crash.
    database.abort();
    open(null);
    assertThat(sql.rows("SELECT * FROM totals")).containsExactly("3|100");
    sql.run("CREATE TABLE more (a INT)");
    database.close();

    // Forward again: what was saved stays, whatever was gone back to.
    open("v1");
    assertThat(sql.rows("SELECT id FROM dear ORDER BY id")).containsExactly("2", "3");
    assertThat(sql.rows("SELECT id FROM items ORDER BY id")).containsExactly("1", "2", "3");
    assertThat(sql.rows("SHOW TABLES")).containsExactly("items");
    assertThat(sql.rows("SELECT name FROM millrace.savepoints")).containsExactly("v0", "v1");
  }

  @Test
  void goBackWithAnotherNumberOfWorkers() {
    sql.run("SAVEPOINT 'v0'", "INSERT INTO items VALUES (3, 30)");
    database.close();
    database = Database.open(config().withWorkers(3), Optional.of("v0"));
    sql = new SqlClient(database);
    assertThat(sql.rows("SELECT * FROM totals")).containsExactly("2|30");
  }

  @Test
  void whatIsNotThereOrDamagedIsRefusedAndNothingChanges() throws IOException {
    sql.run("SAVEPOINT 'v0'", "INSERT INTO items VALUES (3, 30)");
    database.close();
    MillraceException unknown = failureOf("v9");
    assertThat(unknown.code()).isEqualTo(ErrorCode.UNKNOWN_SAVEPOINT);
    assertThat(unknown).hasMessage("There is no savepoint 'v9'; there is 'v0'.");
    String text = Files.readString(description("v0"));
    Files.writeString(description("v0"), text.replaceFirst("items", "itemz"));
    assertThat(failureOf("v0").code()).isEqualTo(ErrorCode.CORRUPTED_CHECKPOINT);

    open(null);
    assertThat(sql.rows("SELECT * FROM totals")).containsExactly("3|60");
    assertThat(sql.rows("SELECT name, checkpoint_id, error IS NOT NULL FROM millrace.savepoints"))
        .containsExactly("v0|null|true");
    assertThat(sql.error("SAVEPOINT 'v0'").code()).isEqualTo(ErrorCode.DUPLICATE_SAVEPOINT);
    sql.run("DROP SAVEPOINT 'v0'");
    assertThat(Files.exists(description("v0"))).isFalse();
  }

  @Test
  void areReadBesideWhatThereIsNow() {
    sql.run(
        "SAVEPOINT 'v0'",
        "INSERT INTO items VALUES (3, 30)",
        "SAVEPOINT 'v1'",
        "DELETE FROM items WHERE id = 1",
        "CREATE MATERIALIZED VIEW later AS SELECT id FROM items",
        "CHECKPOINT",
        "CHECKPOINT");
    assertThat(sql.rows("SELECT * FROM totals FOR SYSTEM_TIME AS OF SAVEPOINT 'v0'"))
        .containsExactly("2|30");
    assertThat(sql.rows("SELECT * FROM totals FOR SYSTEM_TIME AS OF SAVEPOINT 'v1'"))
        .containsExactly("3|60");
    assertThat(sql.rows("SELECT * FROM totals")).containsExactly("2|50");
    // By key, and three times at once.
    assertThat(
            sql.rows(
                "SELECT price FROM public.items FOR SYSTEM_TIME AS OF SAVEPOINT 'v0'"
                    + " WHERE id = 1"))
        .containsExactly("10");
    assertThat(
            sql.rows(
                "SELECT b.id, a.price, n.price FROM items FOR SYSTEM_TIME AS OF SAVEPOINT 'v1' AS b"
                    + " LEFT JOIN items FOR SYSTEM_TIME AS OF SAVEPOINT 'v0' AS a ON a.id = b.id"
                    + " LEFT JOIN items AS n ON n.id = b.id ORDER BY b.id"))
        .containsExactly("1|10|null", "2|20|20", "3|null|30");
    sql.run(
        "INSERT INTO items SELECT * FROM items FOR SYSTEM_TIME AS OF SAVEPOINT 'v0' AS o"
            + " WHERE o.id NOT IN (SELECT id FROM items)");
    assertThat(sql.rows("SELECT * FROM totals")).containsExactly("3|60");
    assertThat(Files.exists(parent.resolve("data/savepoint-reads/1"))).isFalse();
  }

  @Test
  void thoseThatAreReadCanBeDropped() {
    sql.run("SAVEPOINT 'v0'", "DELETE FROM items");
    String query = "SELECT id FROM items FOR SYSTEM_TIME AS OF SAVEPOINT 'v0' ORDER BY id";
    StatementResult.Rows reading = (StatementResult.Rows) sql.session().execute(query);
    sql.run("DROP SAVEPOINT 'v0'", "CHECKPOINT", "CHECKPOINT");
    try (RowCursor cursor = reading.cursor()) {
      assertThat(cursor.next(10, Duration.ZERO)).containsExactly(row(1), row(2));
    }
    MillraceException gone = sql.error(query);
    assertThat(gone.code()).isEqualTo(ErrorCode.UNKNOWN_SAVEPOINT);
    assertThat(gone.position()).contains(new SourcePosition(1, 54));
  }

  private static Object[] row(Object... values) {
    return values;
  }

  @Test
  void whatCannotBeReadIsRefusedWithItsPlace() {
    sql.run("CREATE VIEW dear AS SELECT id FROM items", "SAVEPOINT 'v0'");
    assertRefused(
        "SELECT * FROM nothing FOR SYSTEM_TIME AS OF SAVEPOINT 'v0'",
        15,
        "the savepoint 'v0' has no relation 'nothing'; it has dear, items, totals");
    assertRefused(
        "SELECT * FROM items FOR SYSTEM_TIME AS OF SAVEPOINT 'v1'",
        53,
        "There is no savepoint 'v1'; there is 'v0'.");
    assertRefused(
        "SELECT * FROM items FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00'",
        43,
        "not supported: FOR SYSTEM_TIME AS OF a time; what is kept of the past are savepoints: FOR"
            + " SYSTEM_TIME AS OF SAVEPOINT 'name'");
    assertRefused(
        "SELECT * FROM dear FOR SYSTEM_TIME AS OF SAVEPOINT 'v0'",
        15,
        "not supported: FOR SYSTEM_TIME behind the view 'dear', which is not materialized; write"
            + " its query with FOR SYSTEM_TIME behind each relation");
    assertRefused(
        "SELECT * FROM millrace.settings FOR SYSTEM_TIME AS OF SAVEPOINT 'v0'",
        15,
        "not supported: FOR SYSTEM_TIME behind 'millrace.settings', which tells about now; it can"
            + " stand behind a table or materialized view");
    assertThat(
            sql.error("CREATE VIEW w AS SELECT * FROM items FOR SYSTEM_TIME AS OF SAVEPOINT 'v0'"))
        .hasMessageContaining("not supported: FOR SYSTEM_TIME in a view");
    assertThat(
            sql.error(
                "CREATE MATERIALIZED VIEW w AS SELECT * FROM items FOR SYSTEM_TIME AS OF SAVEPOINT"
                    + " 'v0'"))
        .hasMessageContaining("FOR SYSTEM_TIME");
  }

  private void assertRefused(String query, int column, String message) {
    MillraceException refused = sql.error(query);
    assertThat(refused.detail()).isEqualTo(message);
    assertThat(refused.position()).contains(new SourcePosition(1, column));
  }

  private MillraceException failureOf(String savepoint) {
    return catchThrowableOfType(
        MillraceException.class, () -> Database.open(config(), Optional.of(savepoint)).close());
  }
}
