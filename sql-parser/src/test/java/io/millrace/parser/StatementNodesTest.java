package io.millrace.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.millrace.core.error.SourcePosition;
import io.millrace.parser.ddl.ExplainLevel;
import io.millrace.parser.ddl.ObjectKind;
import io.millrace.parser.ddl.SqlColumn;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.parser.ddl.SqlCreateSink;
import io.millrace.parser.ddl.SqlCreateSource;
import io.millrace.parser.ddl.SqlCreateTable;
import io.millrace.parser.ddl.SqlDescribeRelation;
import io.millrace.parser.ddl.SqlDropObject;
import io.millrace.parser.ddl.SqlExplainPlan;
import io.millrace.parser.ddl.SqlSetVariable;
import io.millrace.parser.ddl.SqlShowCreate;
import io.millrace.parser.ddl.SqlShowObjects;
import io.millrace.parser.ddl.SqlShowVariable;
import io.millrace.parser.ddl.SqlSubscribe;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the planner reads from the nodes. */
final class StatementNodesTest {

  private static <T extends SqlNode> T parse(Class<T> kind, String sql) {
    return kind.cast(MillraceParser.parseStatement(sql));
  }

  @Test
  void source() {
    SqlCreateSource source =
        parse(
            SqlCreateSource.class,
            """
            CREATE SOURCE IF NOT EXISTS Bids (
              auction BIGINT NOT NULL,
              price DECIMAL(10, 2) NULL,
              ts TIMESTAMP(3),
              PRIMARY KEY (auction, ts),
              WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
            WITH ('connector' = 'kafka', 'limit' = 10, eager = TRUE, a.b = c)
            """);

    assertThat(source.path()).containsExactly("bids");
    assertThat(source.namePosition()).isEqualTo(new SourcePosition(1, 29));
    assertThat(source.ifNotExists()).isTrue();
    assertThat(source.columns())
        .extracting(column -> column.name().getSimple())
        .containsExactly("auction", "price", "ts");
    assertThat(source.columns())
        .extracting(SqlColumn::declaredNullable)
        .containsExactly(false, true, null);
    assertThat(source.primaryKey())
        .extracting(SqlIdentifier::getSimple)
        .containsExactly("auction", "ts");
    assertThat(source.watermark().orElseThrow().column().getSimple()).isEqualTo("ts");
    assertThat(source.watermark().orElseThrow().expression().getKind()).isEqualTo(SqlKind.MINUS);
    assertThat(source.optionMap())
        .containsExactly(
            entry("connector", "kafka"),
            entry("limit", "10"),
            entry("eager", "true"),
            entry("a.b", "c"));
    assertThat(source.optionPosition("limit")).contains(new SourcePosition(7, 30));
    assertThat(source.optionPosition("none")).isEmpty();
  }

  @Test
  void tableWithTheKeyInTheColumn() {
    SqlCreateTable table =
        parse(SqlCreateTable.class, "CREATE TABLE t (id INT PRIMARY KEY, n INT DEFAULT 1 + 2)");

    assertThat(table.primaryKey()).extracting(SqlIdentifier::getSimple).containsExactly("id");
    assertThat(table.columns().get(1).defaultValue().getKind()).isEqualTo(SqlKind.PLUS);
    assertThat(table.watermark()).isEmpty();
    assertThat(table.options()).isEmpty();
    assertThat(table.ifNotExists()).isFalse();
  }

  @Test
  void materializedView() {
    SqlCreateMaterializedView view =
        parse(
            SqlCreateMaterializedView.class,
            "CREATE MATERIALIZED VIEW a.v (x, y) AS SELECT 1, 2 ORDER BY 1");

    assertThat(view.path()).containsExactly("a", "v");
    assertThat(view.columnNames()).hasSize(2);
    assertThat(view.query().getKind()).isEqualTo(SqlKind.ORDER_BY);
  }

  @Test
  void sinks() {
    SqlCreateSink from = parse(SqlCreateSink.class, "CREATE SINK s FROM v WITH ('a' = 'b')");
    SqlCreateSink as = parse(SqlCreateSink.class, "CREATE SINK s WITH ('a' = 'b') AS TABLE v");

    assertThat(from.from()).hasToString("v");
    assertThat(from.query()).isNull();
    assertThat(as.from()).isNull();
    assertThat(as.query().getKind()).isEqualTo(SqlKind.EXPLICIT_TABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "DROP SOURCE s, SOURCE, false, false",
    "DROP TABLE IF EXISTS s, TABLE, true, false",
    "DROP VIEW s RESTRICT, VIEW, false, false",
    "DROP MATERIALIZED VIEW s CASCADE, MATERIALIZED_VIEW, false, true",
    "DROP SINK IF EXISTS s CASCADE, SINK, true, true",
  })
  void drop(String sql, ObjectKind kind, boolean ifExists, boolean cascade) {
    SqlDropObject drop = parse(SqlDropObject.class, sql);

    assertThat(drop.kind()).isEqualTo(kind);
    assertThat(drop.ifExists()).isEqualTo(ifExists);
    assertThat(drop.cascade()).isEqualTo(cascade);
    assertThat(drop.path()).containsExactly("s");
  }

  @Test
  void showAndDescribe() {
    SqlShowObjects show = parse(SqlShowObjects.class, "SHOW MATERIALIZED VIEWS LIKE 'it''s%'");
    assertThat(show.kind()).isEqualTo(ObjectKind.MATERIALIZED_VIEW);
    assertThat(show.likePattern()).isEqualTo("it's%");
    assertThat(parse(SqlShowObjects.class, "SHOW TABLES").likePattern()).isNull();
    assertThat(parse(SqlShowCreate.class, "SHOW CREATE SINK x").kind()).isEqualTo(ObjectKind.SINK);
    assertThat(parse(SqlShowCreate.class, "SHOW CREATE sink").path()).containsExactly("sink");
    assertThat(parse(SqlShowVariable.class, "SHOW ALL").nameText()).isNull();
    assertThat(parse(SqlShowVariable.class, "SHOW a.b").nameText()).isEqualTo("a.b");
    assertThat(parse(SqlDescribeRelation.class, "DESC t").isExtended()).isFalse();
    assertThat(parse(SqlDescribeRelation.class, "DESCRIBE EXTENDED t").isExtended()).isTrue();
    assertThat(parse(SqlDescribeRelation.class, "DESCRIBE extended").path())
        .containsExactly("extended");
  }

  @Test
  void explain() {
    SqlExplainPlan query = parse(SqlExplainPlan.class, "EXPLAIN LOGICAL SELECT 1");
    SqlExplainPlan view = parse(SqlExplainPlan.class, "EXPLAIN MATERIALIZED VIEW v");

    assertThat(query.level()).isEqualTo(ExplainLevel.LOGICAL);
    assertThat(query.statement().getKind()).isEqualTo(SqlKind.SELECT);
    assertThat(query.view()).isNull();
    assertThat(view.level()).isEqualTo(ExplainLevel.ALL);
    assertThat(view.statement()).isNull();
    assertThat(view.view()).hasToString("v");
  }

  @Test
  void subscribe() {
    assertThat(parse(SqlSubscribe.class, "SUBSCRIBE TO v").snapshot()).isTrue();
    assertThat(parse(SqlSubscribe.class, "SUBSCRIBE v WITH (SNAPSHOT = FALSE)").snapshot())
        .isFalse();
    assertThat(parse(SqlSubscribe.class, "SUBSCRIBE to").path()).containsExactly("to");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SET a = 'it''s' | a | it's
          SET a.b TO 5 | a.b | 5
          SET a = -2.50 | a | -2.50
          SET a = true | a | true
          SET a = ON | a | true
          SET a = latest | a | latest
          SET a = DEFAULT | a |
          RESET a | a |
          RESET ALL | |
          """)
  void setAndReset(String sql, String name, String value) {
    SqlSetVariable set = parse(SqlSetVariable.class, sql);

    assertThat(set.nameText()).isEqualTo(name);
    assertThat(set.valueText()).isEqualTo(value);
    assertThat(set.isReset()).isEqualTo(value == null);
    assertThat(set.isSystem()).isFalse();
  }

  @Test
  void settingsOfTheDatabase() {
    SqlSetVariable set = parse(SqlSetVariable.class, "ALTER SYSTEM SET parallelism = 3");

    assertThat(set.isSystem()).isTrue();
    assertThat(set.nameText()).isEqualTo("parallelism");
    assertThat(set.valueText()).isEqualTo("3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          TEXT | VARCHAR
          STRING | VARCHAR
          VARCHAR | VARCHAR
          VARCHAR(5) | VARCHAR(5)
          CHARACTER VARYING | VARCHAR
          INT2 | SMALLINT
          INT4 | INTEGER
          INT8 | BIGINT
          FLOAT4 | REAL
          FLOAT8 | DOUBLE
          DOUBLE | DOUBLE
          DOUBLE PRECISION | DOUBLE
          BOOL | BOOLEAN
          BYTEA | VARBINARY
          BYTES | VARBINARY
          TIMESTAMPTZ | TIMESTAMP WITH LOCAL TIME ZONE
          TIMESTAMPTZ(3) | TIMESTAMP(3) WITH LOCAL TIME ZONE
          TIMESTAMP_LTZ(3) | TIMESTAMP(3) WITH LOCAL TIME ZONE
          DEC(5, 1) | DECIMAL(5, 1)
          """)
  void typeSynonyms(String written, String meant) {
    String column = "CREATE TABLE \"t\" (\"a\" %s)";

    assertThat(MillraceParser.toSql(MillraceParser.parseStatement(column.formatted(written))))
        .isEqualTo(column.formatted(meant));
    assertThat(MillraceParser.toSql(MillraceParser.parseExpression("a::" + written)))
        .isEqualTo("CAST(\"a\" AS %s)".formatted(meant));
  }
}
