package io.millrace.parser;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is printed parses to an equal tree, for every kind of statement. */
final class RoundTripTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE SOURCE s (a INT) WITH ('connector' = 'kafka')",
        "CREATE SOURCE IF NOT EXISTS s (a BIGINT NOT NULL, \"Ts\" TIMESTAMP(3), PRIMARY KEY (a),"
            + " WATERMARK FOR \"Ts\" AS \"Ts\" - INTERVAL '5' SECOND)"
            + " WITH ('connector' = 'filesystem', 'path' = '/it''s', 'header' = TRUE, 'n' = 5)",
        "CREATE SOURCE a.b (ts TIMESTAMP(3) WITH LOCAL TIME ZONE) WITH (format = json)",
        "CREATE TABLE t (id INT PRIMARY KEY, name TEXT)",
        "CREATE TABLE IF NOT EXISTS t (id INT8 NOT NULL, price DECIMAL(10, 2) DEFAULT 1.5 + 2,"
            + " d DATE NULL DEFAULT CURRENT_DATE, CONSTRAINT pk PRIMARY KEY (id, price))"
            + " WITH ('connector' = 'datagen')",
        "CREATE TABLE t (a VARCHAR, b VARCHAR(10), c CHAR(3), d STRING, e BYTEA, f FLOAT4,"
            + " g FLOAT8, h DOUBLE, i REAL, j BOOL, k INT2, l TIMESTAMPTZ, m TIMESTAMPTZ(3),"
            + " n TIME, o DOUBLE PRECISION, p INT ARRAY, q MAP<INT, TEXT>, r ROW(x INT, y TEXT))",
        "CREATE VIEW v AS SELECT 1",
        "CREATE VIEW IF NOT EXISTS v (a, b) AS VALUES (1, 2), (3, 4)",
        "CREATE SOURCE s (a INTEGER, p AS PROCTIME(), b AS a + 1, WATERMARK FOR p AS p)",
        "CREATE MATERIALIZED VIEW v AS SELECT k, COUNT(*) AS count FROM t GROUP BY k",
        "CREATE MATERIALIZED VIEW v AS SELECT k, w FROM t GROUP BY k, w EMIT ON WINDOW CLOSE",
        "CREATE SINK s WITH (x = 1) AS SELECT k, w FROM t GROUP BY k, w EMIT ON WINDOW CLOSE",
        "CREATE MATERIALIZED VIEW IF NOT EXISTS v (a, b) WITH ('x' = 'y') AS"
            + " WITH w AS (SELECT * FROM t) SELECT * FROM w UNION ALL SELECT * FROM u",
        "CREATE SINK s FROM v WITH ('connector' = 'filesystem')",
        "CREATE SINK IF NOT EXISTS s WITH ('connector' = 'filesystem') AS SELECT * FROM v",
        "DROP SOURCE s",
        "DROP TABLE IF EXISTS a.t",
        "DROP VIEW v CASCADE",
        "DROP MATERIALIZED VIEW IF EXISTS v RESTRICT",
        "DROP SINK s",
        "SHOW TABLES",
        "SHOW SOURCES LIKE 'a%'",
        "SHOW VIEWS",
        "SHOW MATERIALIZED VIEWS LIKE 'x'",
        "SHOW SINKS",
        "SHOW COLUMNS FROM t",
        "SHOW COLUMNS IN a.t LIKE 'x%'",
        "SHOW CREATE t",
        "SHOW CREATE TABLE t",
        "SHOW CREATE MATERIALIZED VIEW t",
        "SHOW ALL",
        "SHOW isolation_level",
        "SHOW \"checkpoint.interval\"",
        "DESCRIBE t",
        "DESC a.t",
        "DESCRIBE EXTENDED t",
        "EXPLAIN SELECT 1",
        "EXPLAIN LOGICAL SELECT * FROM t",
        "EXPLAIN PHYSICAL PLAN FOR INSERT INTO t VALUES (1)",
        "EXPLAIN PLAN FOR WITH w AS (SELECT 1) SELECT * FROM w",
        "EXPLAIN CREATE MATERIALIZED VIEW v AS SELECT 1",
        "EXPLAIN MATERIALIZED VIEW v",
        "SUBSCRIBE v",
        "SUBSCRIBE TO v",
        "SUBSCRIBE TO v WITH (SNAPSHOT = FALSE)",
        "SET a = 'b'",
        "SET a.b TO 5",
        "SET a = -5",
        "SET a = TRUE",
        "SET isolation = latest",
        "SET a = ON",
        "RESET a",
        "RESET ALL",
        "SET a = DEFAULT",
        "CHECKPOINT",
        "SAVEPOINT 'v0'",
        "DROP SAVEPOINT 'it''s'",
        "DROP SAVEPOINT IF EXISTS 'v0'",
        "SHOW SAVEPOINTS",
        "SHOW SAVEPOINTS LIKE 'v%'",
        "SELECT savepoints, savepoint FROM savepoints",
        "SELECT * FROM v FOR SYSTEM_TIME AS OF SAVEPOINT 'v0' AS x JOIN v ON x.a = v.a",
        "INSERT INTO t VALUES (1, 'a'), (2, NULL)",
        "INSERT INTO t (a, b) VALUES (1, DEFAULT)",
        "INSERT INTO t SELECT * FROM u WHERE a > 1",
        "UPDATE t SET a = a + 1, b = 'x' WHERE c IN (1, 2)",
        "UPDATE t AS x SET a = 1",
        "DELETE FROM t",
        "DELETE FROM t WHERE a BETWEEN 1 AND 2",
        "VALUES (1, 'a')",
        "SELECT * FROM a.b.c",
        "SELECT DISTINCT a, COUNT(DISTINCT b) FILTER (WHERE c > 0) AS n FROM t AS x"
            + " WHERE a <> 1 AND b != 2 OR NOT c % 2 = 0 GROUP BY 1 HAVING COUNT(*) > 1"
            + " ORDER BY a DESC NULLS LAST, 2 LIMIT 10 OFFSET 5",
        "SELECT a::INT, b::TEXT, CAST(c AS VARCHAR), (a + b)::DECIMAL(10, 2) FROM t",
        "SELECT * FROM t WHERE a ILIKE 'x%' AND b NOT LIKE 'y' ESCAPE '!'",
        "SELECT EXTRACT(DAY FROM d), DATE '2001-01-01', TIMESTAMP '2001-01-01 00:00:00',"
            + " TIME '12:00:00', INTERVAL '5' SECOND, INTERVAL '1:2' HOUR TO MINUTE FROM t",
        "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts),"
            + " INTERVAL '10' SECOND)) GROUP BY window_start, window_end",
        "SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY b DESC) AS rn,"
            + " SUM(x) OVER (ORDER BY b ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM t",
        "SELECT CASE WHEN a > 1 THEN 'x' ELSE 'y' END, COALESCE(a, b), NULLIF(a, 0) FROM t",
        "SELECT * FROM a JOIN b ON a.x = b.x LEFT JOIN c USING (y), d CROSS JOIN e",
        "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.x = a.x) AND y IN (SELECT z FROM c)",
        "SELECT TRIM(a), SUBSTRING(a FROM 1 FOR 2), POSITION('a' IN b), UPPER(c) || 'é' FROM t",
        "SELECT a FROM t UNION SELECT b FROM u EXCEPT SELECT c FROM v INTERSECT SELECT d FROM w",
        "SELECT ? + 1, a[1], t.b.c, -x, +y FROM t WHERE z = ? FETCH FIRST 5 ROWS ONLY",
      })
  void printsWhatItRead(String sql) {
    SqlNode node = MillraceParser.parseStatement(sql);
    String printed = MillraceParser.toSql(node);
    SqlNode again = MillraceParser.parseStatement(printed);
    assertThat(again.equalsDeep(node, Litmus.IGNORE))
        .as("%s%nprinted as%n%s", sql, printed)
        .isTrue();
    assertThat(MillraceParser.toSql(again)).isEqualTo(printed);
    assertThat(node.clone(node.getParserPosition()).equalsDeep(node, Litmus.IGNORE)).isTrue();
  }
}
