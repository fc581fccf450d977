package io.millrace.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What SQL tools ask before they show a tree of tables. */
final class DatabaseMetaDataTest {
  private static TestEndpoint server;
  private static Connection connection;
  private static DatabaseMetaData metaData;

  @BeforeAll
  static void start() throws SQLException {
    server = new TestEndpoint();
    connection = server.connect();
    metaData = connection.getMetaData();
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE order_lines (order_id BIGINT, line INTEGER, price DECIMAL(10, 2) DEFAULT"
              + " 1.5, note VARCHAR(40), at_time TIMESTAMP(3), PRIMARY KEY (order_id, line))");
      statement.execute("CREATE TABLE orderxlines (id BIGINT)");
      statement.execute(
          "CREATE MATERIALIZED VIEW totals AS SELECT order_id, SUM(price) AS total FROM"
              + " order_lines GROUP BY order_id");
      statement.execute("CREATE VIEW cheap AS SELECT * FROM order_lines WHERE price < 1");
    }
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    server.close();
  }

  private static List<String> column(ResultSet result, String... columns) throws SQLException {
    List<String> values = new ArrayList<>();
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (String column : columns) {
        row.add(result.getString(column));
      }
      values.add(String.join(" ", row));
    }
    result.close();
    return values;
  }

  @Test
  void tellsWhoItIs() throws SQLException {
    assertThat(metaData.getDatabaseProductName()).isEqualTo("Millrace");
    assertThat(metaData.getDatabaseProductVersion()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(metaData.getSQLKeywords()).contains("SUBSCRIBE");
    assertThat(metaData.getURL()).isEqualTo(server.url());
  }

  @Test
  void listsCatalogsSchemasAndTypesOfTables() throws SQLException {
    assertThat(column(metaData.getCatalogs(), "TABLE_CAT")).containsExactly("millrace");
    assertThat(column(metaData.getSchemas(), "TABLE_SCHEM"))
        .containsExactly("information_schema", "millrace", "public");
    assertThat(column(metaData.getSchemas("millrace", "pub%"), "TABLE_SCHEM"))
        .containsExactly("public");
    assertThat(column(metaData.getSchemas("other", null), "TABLE_SCHEM")).isEmpty();
    assertThat(column(metaData.getTableTypes(), "TABLE_TYPE"))
        .contains("TABLE", "VIEW", "MATERIALIZED VIEW", "SOURCE", "SINK", "SYSTEM TABLE");
  }

  @Test
  void listsTablesByPatternAndType() throws SQLException {
    assertThat(column(metaData.getTables(null, "public", null, null), "TABLE_TYPE", "TABLE_NAME"))
        .containsExactly(
            "MATERIALIZED VIEW totals", "TABLE order_lines", "TABLE orderxlines", "VIEW cheap");
    assertThat(column(metaData.getTables(null, null, "order_lines", null), "TABLE_NAME"))
        .containsExactly("order_lines", "orderxlines");
    assertThat(column(metaData.getTables(null, null, "order\\_lines", null), "TABLE_NAME"))
        .containsExactly("order_lines");
    assertThat(
            column(
                metaData.getTables(null, null, "%", new String[] {"VIEW", "MATERIALIZED VIEW"}),
                "TABLE_NAME"))
        .containsExactly("totals", "cheap");
    assertThat(
            column(
                metaData.getTables("millrace", "information_schema", "col%", null), "TABLE_NAME"))
        .containsExactly("columns");
  }

  @Test
  void describesColumns() throws SQLException {
    try (ResultSet columns = metaData.getColumns(null, "public", "order\\_lines", null)) {
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("COLUMN_NAME")).isEqualTo("order_id");
      assertThat(columns.getInt("DATA_TYPE")).isEqualTo(Types.BIGINT);
      assertThat(columns.getString("IS_NULLABLE")).isEqualTo("NO");
      assertThat(columns.getInt("ORDINAL_POSITION")).isEqualTo(1);
      assertThat(columns.next()).isTrue();
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("COLUMN_NAME")).isEqualTo("price");
      assertThat(columns.getInt("COLUMN_SIZE")).isEqualTo(10);
      assertThat(columns.getInt("DECIMAL_DIGITS")).isEqualTo(2);
      assertThat(columns.getString("TYPE_NAME")).isEqualTo("DECIMAL");
      assertThat(columns.getString("COLUMN_DEF")).isEqualTo("1.5");
      assertThat(columns.getInt("NULLABLE")).isEqualTo(DatabaseMetaData.columnNullable);
      assertThat(columns.next()).isTrue();
      assertThat(columns.getInt("COLUMN_SIZE")).isEqualTo(40);
      assertThat(columns.next()).isTrue();
      assertThat(columns.getInt("DATA_TYPE")).isEqualTo(Types.TIMESTAMP);
      assertThat(columns.next()).isFalse();
    }
    assertThat(column(metaData.getColumns(null, null, "totals", "t%"), "COLUMN_NAME"))
        .containsExactly("total");
  }

  @Test
  void tellsPrimaryKeys() throws SQLException {
    assertThat(
            column(
                metaData.getPrimaryKeys(null, "public", "order_lines"), "COLUMN_NAME", "KEY_SEQ"))
        .containsExactlyInAnyOrder("order_id 1", "line 2");
    assertThat(column(metaData.getPrimaryKeys(null, null, "orderxlines"), "COLUMN_NAME")).isEmpty();
  }

  /** Crawlers of schemas ask all of this of every database. */
  @Test
  void answersEverythingThatACrawlerAsks() throws SQLException {
    assertThat(column(metaData.getTypeInfo(), "TYPE_NAME")).contains("BIGINT", "DECIMAL");
    assertThat(column(metaData.getImportedKeys(null, "public", "order_lines"), "FK_NAME"))
        .isEmpty();
    assertThat(column(metaData.getExportedKeys(null, "public", "order_lines"), "FK_NAME"))
        .isEmpty();
    assertThat(
            column(metaData.getIndexInfo(null, "public", "order_lines", false, true), "INDEX_NAME"))
        .isEmpty();
    assertThat(column(metaData.getProcedures(null, null, null), "PROCEDURE_NAME")).isEmpty();
    assertThat(column(metaData.getFunctions(null, null, null), "FUNCTION_NAME")).isEmpty();
    assertThat(column(metaData.getTablePrivileges(null, null, null), "PRIVILEGE")).isEmpty();
    assertThat(column(metaData.getUDTs(null, null, null, null), "TYPE_NAME")).isEmpty();
    assertThat(metaData.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metaData.supportsTransactions()).isFalse();
    assertThat(metaData.getSearchStringEscape()).isEqualTo("\\");
  }
}
