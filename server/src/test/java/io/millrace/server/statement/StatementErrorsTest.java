package io.millrace.server.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.parser.ScriptParser;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.database.Database;
import io.millrace.server.session.PreparedStatement;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users are told about statements that are wrong. */
final class StatementErrorsTest {
  private static Database database;
  private static SqlClient sql;

  @TempDir Path directory;

  @BeforeAll
  static void open() {
    database = Database.open(DatabaseConfig.inMemory().withWorkers(1));
    sql = new SqlClient(database);
    sql.run(
        "CREATE TABLE orders (id INT PRIMARY KEY, price DECIMAL(10, 2), customer VARCHAR)",
        "CREATE SOURCE clicks (url VARCHAR) WITH ('connector' = 'datagen')");
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static void assertError(
      String statement, ErrorCode code, int line, int column, String... texts) {
    MillraceException error = sql.error(statement);
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    assertThat(error.position()).as(error.getMessage()).contains(new SourcePosition(line, column));
    for (String text : texts) {
      assertThat(error).hasMessageContaining(text);
    }
  }

  @Test
  void aTableHasNoWatermark() {
    assertError(
        "CREATE TABLE t (ts TIMESTAMP(3),\n  WATERMARK FOR ts AS ts)",
        ErrorCode.UNSUPPORTED,
        2,
        3,
        "a table has no WATERMARK");
  }

  @Test
  void aggregatesOfTextAreRefusedAtOnce() {
    for (String function : new String[] {"SUM", "AVG"}) {
      assertError(
          "SELECT " + function + "(customer) FROM orders",
          ErrorCode.TYPE_MISMATCH,
          1,
          8,
          "cannot apply '" + function + "' to arguments of type '" + function + "(<VARCHAR>)'");
    }
  }

  @Test
  void unknownNames() {
    assertError(
        "SELECT prise\nFROM orders", ErrorCode.UNKNOWN_COLUMN, 1, 8, "did you mean 'price'?");
    assertError(
        "SELECT *\nFROM order_s", ErrorCode.UNKNOWN_RELATION, 2, 6, "did you mean 'orders'?");
    assertError(
        "CREATE MATERIALIZED VIEW v AS SELECT cusomer, COUNT(*) AS n FROM orders GROUP BY cusomer",
        ErrorCode.UNKNOWN_COLUMN,
        1,
        38,
        "did you mean 'customer'?");
    assertError("DESCRIBE ordres", ErrorCode.UNKNOWN_RELATION, 1, 10, "did you mean 'orders'?");
    assertError("SHOW CREATE TABLE x", ErrorCode.UNKNOWN_RELATION, 1, 19, "no relation 'x'");
    assertError("SUBSCRIBE TO odrers", ErrorCode.UNKNOWN_RELATION, 1, 14, "'orders'");
    assertError("DROP VIEW a.b", ErrorCode.INVALID_NAME, 1, 11, "no schema 'a'");
  }

  @Test
  void wrongStatements() {
    assertError("SELEC 1", ErrorCode.SYNTAX_ERROR, 1, 1);
    assertError("SELECT 1; SELECT 2", ErrorCode.SYNTAX_ERROR, 1, 11, "second");
    assertError("", ErrorCode.SYNTAX_ERROR, 1, 1, "there is none");
    assertError("CREATE TABLE t (a INTT)", ErrorCode.SYNTAX_ERROR, 1, 19, "did you mean INT?");
    assertError("SELECT id + customer FROM orders WHERE price", ErrorCode.INVALID_STATEMENT, 1, 40);
    MillraceException source = sql.error("SELECT * FROM clicks");
    assertThat(source.code()).isEqualTo(ErrorCode.WRONG_RELATION_KIND);
    assertThat(source).hasMessageContaining("'clicks' is a source");
    assertError("CREATE OR REPLACE VIEW v AS SELECT 1 AS a", ErrorCode.UNSUPPORTED, 1, 11);
    assertError(
        "CREATE MATERIALIZED VIEW v AS SELECT CURRENT_TIMESTAMP AS now, id FROM orders",
        ErrorCode.UNSUPPORTED,
        1,
        38);
    assertError(
        "SHOW CREATE VIEW orders", ErrorCode.WRONG_RELATION_KIND, 1, 18, "SHOW CREATE TABLE");
    assertThat(database.catalog().names()).containsExactly("orders", "clicks");
  }

  @Test
  void wrongOptions() {
    assertError(
        "CREATE SOURCE s (a INT) WITH (\n'connector' = 'datagen',\n'number-of-row' = '1')",
        ErrorCode.INVALID_OPTION,
        3,
        1,
        "Did you mean 'number-of-rows'?");
    assertError(
        "CREATE SOURCE s (a INT) WITH ('connector' = 'datagan')",
        ErrorCode.INVALID_OPTION,
        1,
        31,
        "Did you mean 'datagen'?");
    MillraceException none = sql.error("CREATE SOURCE s (a INT)");
    assertThat(none.code()).isEqualTo(ErrorCode.INVALID_OPTION);
    assertThat(none).hasMessageContaining("'connector' is missing");
  }

  @Test
  void missingFile() {
    Path file = directory.resolve("none.csv");
    MillraceException missing =
        sql.error(
            "CREATE SOURCE s (a INT) WITH ('connector' = 'filesystem', 'format' = 'csv',"
                + " 'path' = '"
                + file
                + "')");
    assertThat(missing.code()).isEqualTo(ErrorCode.MISSING_FILE);
    assertThat(missing).hasMessageContaining(file.toString());
    assertThat(database.catalog().find("s")).isEmpty();
  }

  @Test
  void variables() {
    assertError("SET time_zon = 'UTC'", ErrorCode.INVALID_OPTION, 1, 5, "did you mean 'time_zone'");
    assertError("SET time_zone = 'Europe/Berlin'", ErrorCode.UNSUPPORTED, 1, 5, "always 'UTC'");
    assertError("SET workers = 3", ErrorCode.INVALID_OPTION, 1, 5, "belongs to the database");
    assertError("SHOW nothing", ErrorCode.INVALID_OPTION, 1, 6, "SHOW ALL");
  }

  @Test
  void placesInAScriptCountFromItsBeginning() {
    ScriptParser script = new ScriptParser("SHOW TABLES;\n\n  SELECT id,\n    prise FROM orders");
    script.next();
    MillraceException error = null;
    try {
      sql.session().prepare(script.next());
    } catch (MillraceException e) {
      error = e;
    }
    assertThat(error).isNotNull();
    assertThat(error.position()).contains(new SourcePosition(4, 5));
  }

  @Test
  void isPlannedAnewWhenTheCatalogHasChanged() {
    sql.run("CREATE TABLE changing (a INT)");
    PreparedStatement prepared = sql.session().prepare("SELECT a\nFROM changing");
    prepared.execute(List.of(), new AtomicBoolean());
    sql.run("DROP TABLE changing", "CREATE TABLE changing (b INT, a INT)");
    prepared.execute(List.of(), new AtomicBoolean());

    sql.run("DROP TABLE changing", "CREATE TABLE changing (a VARCHAR)");
    assertThat(failure(prepared)).hasMessageContaining("prepare it again");

    sql.run("DROP TABLE changing");
    MillraceException gone = failure(prepared);
    assertThat(gone.code()).isEqualTo(ErrorCode.UNKNOWN_RELATION);
    assertThat(gone.position()).contains(new SourcePosition(2, 6));
  }

  private static MillraceException failure(PreparedStatement prepared) {
    try {
      prepared.execute(List.of(), new AtomicBoolean());
    } catch (MillraceException e) {
      return e;
    }
    throw new AssertionError("This should have failed: " + prepared.sql());
  }
}
