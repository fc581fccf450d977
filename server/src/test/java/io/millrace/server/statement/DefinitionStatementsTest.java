package io.millrace.server.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.database.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CREATE, DROP, SHOW, DESCRIBE and EXPLAIN over a session. */
final class DefinitionStatementsTest {
  private static final String SOURCE =
      "CREATE SOURCE bids (auction BIGINT, price DECIMAL(10, 2), at TIMESTAMP(3),"
          + " WATERMARK FOR at AS at - INTERVAL '5' SECOND)"
          + " WITH ('connector' = 'datagen', 'number-of-rows' = '1000')";

  private Database database;
  private SqlClient sql;

  @BeforeEach
  void open() {
    database = Database.open(DatabaseConfig.inMemory().withWorkers(2));
    sql = new SqlClient(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void definesEveryKindOfRelation() {
    assertThat(sql.tag(SOURCE)).isEqualTo("CREATE SOURCE");
    assertThat(sql.tag("CREATE TABLE items (id INT PRIMARY KEY, name VARCHAR DEFAULT 'none')"))
        .isEqualTo("CREATE TABLE");
    assertThat(sql.tag("CREATE VIEW dear AS SELECT * FROM bids WHERE price > 10"))
        .isEqualTo("CREATE VIEW");
    assertThat(
            sql.tag(
                "CREATE MATERIALIZED VIEW tops AS"
                    + " SELECT auction, MAX(price) AS top FROM dear GROUP BY auction"))
        .isEqualTo("CREATE MATERIALIZED VIEW");

    assertThat(sql.rows("SHOW TABLES")).containsExactly("items");
    assertThat(sql.rows("SHOW SOURCES")).containsExactly("bids");
    assertThat(sql.rows("SHOW VIEWS")).containsExactly("dear");
    assertThat(sql.rows("SHOW MATERIALIZED VIEWS")).containsExactly("tops");
    assertThat(sql.rows("SHOW SINKS")).isEmpty();
    assertThat(sql.rows("SHOW TABLES LIKE 'x%'")).isEmpty();
    assertThat(sql.rows("SHOW CREATE SOURCE bids")).containsExactly("bids|" + SOURCE);
    assertThat(sql.rows("DESCRIBE items"))
        .containsExactly("id|INTEGER|NO|PRIMARY KEY|null", "name|VARCHAR|YES|null|'none'");
    assertThat(sql.rows("SHOW COLUMNS FROM tops LIKE 't%'"))
        .containsExactly("top|DECIMAL(10, 2)|YES|null|null");
    assertThat(sql.rows("DESCRIBE EXTENDED tops"))
        .contains("kind|materialized view", "key|auction", "reads|dear");
    assertThat(sql.rows("DESCRIBE EXTENDED bids"))
        .contains("option connector|datagen", "read by|dear")
        .anyMatch(row -> row.startsWith("watermark|at AS "));
  }

  @Test
  void drops() {
    sql.run(
        "CREATE TABLE t (a INT)",
        "CREATE VIEW v AS SELECT a FROM t",
        "CREATE MATERIALIZED VIEW m AS SELECT a FROM v");

    MillraceException refused = sql.error("DROP TABLE t");
    assertThat(refused.code()).isEqualTo(ErrorCode.DEPENDENT_OBJECTS);
    assertThat(refused).hasMessageContaining("view 'v', materialized view 'm'");
    assertThat(refused.position()).contains(new SourcePosition(1, 12));

    MillraceException wrong = sql.error("DROP VIEW m");
    assertThat(wrong.code()).isEqualTo(ErrorCode.WRONG_RELATION_KIND);
    assertThat(wrong).hasMessageContaining("DROP MATERIALIZED VIEW");

    assertThat(sql.error("DROP TABLE tt"))
        .hasMessageContaining("there is no table 'tt'; did you mean 't'?");
    assertThat(sql.tag("DROP TABLE IF EXISTS tt")).isEqualTo("DROP TABLE");
    assertThat(sql.tag("DROP TABLE t CASCADE")).isEqualTo("DROP TABLE");
    assertThat(database.catalog().entries()).isEmpty();
    assertThat(database.engine().status().relations()).isEmpty();
    sql.run("CREATE TABLE t (b INT)");
  }

  @Test
  void refusesNamesThatAreThere() {
    sql.run("CREATE TABLE t (a INT)");

    MillraceException again = sql.error("CREATE TABLE t (a INT)");
    assertThat(again.code()).isEqualTo(ErrorCode.DUPLICATE_RELATION);
    assertThat(again.position()).contains(new SourcePosition(1, 14));
    sql.run("CREATE TABLE IF NOT EXISTS t (b INT)");
    assertThat(sql.error("CREATE VIEW IF NOT EXISTS t AS SELECT 1 AS one"))
        .hasMessageContaining("there is already a table 't'");
  }

  @Test
  void explains() {
    sql.run("CREATE TABLE t (a INT, b INT)");
    String query = "SELECT a, COUNT(*) AS n FROM t GROUP BY a";
    sql.run("CREATE MATERIALIZED VIEW m AS " + query);

    assertThat(sql.rows("EXPLAIN CREATE MATERIALIZED VIEW x AS " + query))
        .contains("Logical plan", "Physical plan")
        .anyMatch(line -> line.contains("GroupAggregate by (a)"));
    assertThat(sql.rows("EXPLAIN MATERIALIZED VIEW m"))
        .anyMatch(line -> line.contains("Materialize m by key (a)"));
    assertThat(sql.rows("EXPLAIN " + query))
        .contains("As a query", "As a materialized view")
        .anyMatch(line -> line.contains("Aggregate"));
    assertThat(sql.error("EXPLAIN CREATE TABLE x (a INT)"))
        .hasMessageContaining("no plan to explain");
  }

  @Test
  void answersQueriesOverWhatWasDefined() {
    sql.run(
        "CREATE SOURCE numbers (n BIGINT, k INT) WITH ('connector' = 'datagen',"
            + " 'number-of-rows' = '1000', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1',"
            + " 'fields.n.end' = '1000', 'fields.k.min' = '1', 'fields.k.max' = '1')",
        "CREATE MATERIALIZED VIEW sums AS SELECT k, SUM(n) AS total FROM numbers GROUP BY k");
    database.awaitBoundedSources();

    assertThat(sql.rows("SELECT k, total FROM sums")).containsExactly("1|500500");
    assertThat(
            sql.rows("SELECT table_name FROM information_schema.tables WHERE table_name = 'sums'"))
        .containsExactly("sums");
    assertThat(sql.rows("DESCRIBE information_schema.tables")).isNotEmpty();
  }
}
