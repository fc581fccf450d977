package io.millrace.server.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.testing.QueryFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemTablesTest {
  @TempDir Path directory;
  private QueryFixture database;

  @BeforeEach
  void open() {
    database =
        new QueryFixture(directory)
            .create(
                """
                CREATE TABLE pairs (a INT, b VARCHAR(9), v DECIMAL(8, 2) DEFAULT 1.5,
                  PRIMARY KEY (b, a));
                CREATE TABLE bag (t TIMESTAMP(3) NOT NULL);
                CREATE VIEW plain AS SELECT a FROM pairs;
                CREATE SOURCE numbers (k BIGINT)
                  WITH ('connector' = 'datagen', 'number-of-rows' = '10');
                CREATE MATERIALIZED VIEW counts AS SELECT k, COUNT(*) AS n FROM numbers GROUP BY k;
                """);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void relationsAreListedWithTheirKinds() {
    assertThat(
            database.text(
                "SELECT table_name, table_type, is_insertable_into FROM information_schema.tables"
                    + " WHERE table_schema = 'public' ORDER BY table_name"))
        .isEqualTo(
            "bag,BASE TABLE,YES;counts,MATERIALIZED VIEW,NO;numbers,SOURCE,NO;"
                + "pairs,BASE TABLE,YES;plain,VIEW,NO");
    assertThat(
            database.text(
                "SELECT t.table_name, COUNT(*) AS columns FROM information_schema.tables t JOIN"
                    + " information_schema.columns c ON t.table_name = c.table_name AND"
                    + " t.table_schema = c.table_schema WHERE t.table_name IN ('pairs',"
                    + " 'pipelines') GROUP BY t.table_name ORDER BY 1"))
        .isEqualTo("pairs,3;pipelines,11");
    assertThat(database.text("SELECT schema_name FROM information_schema.schemata ORDER BY 1"))
        .isEqualTo("information_schema;millrace;public");
  }

  @Test
  void columnsHaveTheirTypes() {
    assertThat(
            database.text(
                "SELECT column_name, ordinal_position, column_default, is_nullable, data_type,"
                    + " character_maximum_length, numeric_precision, numeric_scale FROM"
                    + " information_schema.columns WHERE table_name = 'pairs' ORDER BY 2"))
        .isEqualTo(
            "a,1,null,NO,INTEGER,null,32,0;b,2,null,NO,VARCHAR,9,null,null;"
                + "v,3,1.5,YES,DECIMAL,null,8,2");
    assertThat(
            database.text(
                "SELECT datetime_precision FROM information_schema.columns WHERE column_name = ?",
                "t"))
        .isEqualTo("3");
  }

  @Test
  void primaryKeysAreTheConstraints() {
    // As the JDBC driver asks.
    assertThat(
            database.text(
                "SELECT table_catalog, table_schema, table_name, column_name, ordinal_position,"
                    + " constraint_name FROM information_schema.key_column_usage WHERE"
                    + " table_catalog = ? AND table_schema = ? AND table_name = ? ORDER BY 5",
                "millrace",
                "public",
                "pairs"))
        .isEqualTo("millrace,public,pairs,b,1,pairs_pkey;millrace,public,pairs,a,2,pairs_pkey");
    assertThat(
            database.text(
                "SELECT constraint_name, constraint_type FROM"
                    + " information_schema.table_constraints"))
        .isEqualTo("pairs_pkey,PRIMARY KEY");
  }

  @Test
  void viewsHaveTheirDefinitions() {
    assertThat(
            database.text(
                "SELECT table_name FROM information_schema.views WHERE view_definition LIKE"
                    + " '%SELECT%' ORDER BY 1"))
        .isEqualTo("counts;plain");
  }

  @Test
  void pipelinesTellHowRelationsAreDoing() {
    database.engine().awaitBoundedSources();
    assertThat(
            database.text(
                "SELECT name, kind, status, rows_read, bad_records, value_errors, last_error FROM"
                    + " millrace.pipelines WHERE name IN ('numbers', 'counts') ORDER BY id"))
        .isEqualTo(
            "numbers,source,FINISHED,10,0,0,null;counts,materialized view,FINISHED,0,0,0,null");
  }

  @Test
  void pipelinesTellWatermarks() {
    database.create(
        """
        CREATE SOURCE ticks (at TIMESTAMP(3),
            WATERMARK FOR at AS TIMESTAMP '2024-01-01 00:00:05' - INTERVAL '5' SECOND)
          WITH ('connector' = 'datagen', 'rows-per-second' = '1000');
        CREATE MATERIALIZED VIEW ticked AS SELECT COUNT(*) AS n FROM ticks;
        """);
    String query =
        "SELECT COUNT(*) FROM millrace.pipelines WHERE name IN ('ticks', 'ticked')"
            + " AND watermark = TIMESTAMP '2024-01-01 00:00:00'";
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!database.text(query).equals("2")) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      database.text("SELECT n FROM ticked");
    }
  }

  @Test
  void checkpointsAndSettingsAreShown() {
    long id = database.engine().checkpoint();
    assertThat(
            database.text(
                "SELECT state, bytes_total > 0, error FROM millrace.checkpoints WHERE id = ?", id))
        .isEqualTo("COMPLETED,true,null");
    assertThat(database.text("SELECT value FROM millrace.settings WHERE name = 'workers'"))
        .isEqualTo("2");
    assertThat(database.text("SELECT version, epoch > 0 FROM millrace.server"))
        .isEqualTo("test,true");
  }
}
