package io.millrace.server.avatica;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import schemacrawler.schema.Catalog;
import schemacrawler.schema.Column;
import schemacrawler.schema.NamedObject;
import schemacrawler.schema.Schema;
import schemacrawler.schema.Table;
import schemacrawler.schemacrawler.LimitOptionsBuilder;
import schemacrawler.schemacrawler.LoadOptionsBuilder;
import schemacrawler.schemacrawler.SchemaCrawlerOptionsBuilder;
import schemacrawler.schemacrawler.SchemaInfoLevelBuilder;
import schemacrawler.tools.utility.SchemaCrawlerUtility;
import sqlline.SqlLine;
import us.fatehi.utility.datasource.DatabaseConnectionSource;
import us.fatehi.utility.datasource.DatabaseConnectionSources;
import us.fatehi.utility.datasource.MultiUseUserCredentials;

/** Tools that know nothing of Millrace but its JDBC driver. */
final class SqlToolsTest {
  private static final Logger CRAWLER_LOG = Logger.getLogger("schemacrawler");
  private static final Logger CRAWLER_UTILITIES_LOG = Logger.getLogger("us.fatehi");

  private static TestEndpoint server;

  @BeforeAll
  static void start() throws SQLException {
    CRAWLER_LOG.setLevel(Level.SEVERE);
    CRAWLER_UTILITIES_LOG.setLevel(Level.SEVERE);
    server = new TestEndpoint();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, price DECIMAL(10, 2))");
      statement.execute("CREATE MATERIALIZED VIEW total AS SELECT SUM(price) AS sum FROM orders");
      statement.execute("INSERT INTO orders VALUES (1, 12.50), (2, 7.25)");
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String sqlLine(String... commands) throws IOException {
    SqlLine sqlLine = new SqlLine();
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    sqlLine.setOutputStream(output);
    sqlLine.setErrorStream(output);
    String[] arguments = {
      "-u", server.url(), "-n", "", "-p", "", "--outputFormat=csv", "--silent=true"
    };
    String script = String.join("\n", commands) + "\n!quit\n";
    sqlLine.begin(arguments, new ByteArrayInputStream(script.getBytes(UTF_8)), false);
    return output.toString(UTF_8);
  }

  @Test
  void sqlLineQueriesAndListsTables() throws IOException {
    assertThat(sqlLine("SELECT * FROM total;")).contains("'19.75'");
    assertThat(sqlLine("!tables")).contains("'orders','TABLE'", "'total','MATERIALIZED VIEW'");
    assertThat(sqlLine("!describe orders")).contains("'price'", "'DECIMAL'");
    assertThat(sqlLine("!primarykeys orders")).contains("'id'");
    assertThat(sqlLine("SELECT prize FROM orders;")).contains("did you mean 'price'?");
  }

  @Test
  void schemaCrawlerReadsTheWholeSchema() {
    DatabaseConnectionSource source =
        DatabaseConnectionSources.newDatabaseConnectionSource(
            server.url(), new MultiUseUserCredentials());
    Catalog catalog =
        SchemaCrawlerUtility.getCatalog(
            source,
            SchemaCrawlerOptionsBuilder.newSchemaCrawlerOptions()
                .withLimitOptions(
                    LimitOptionsBuilder.builder()
                        .tableTypes("TABLE", "MATERIALIZED VIEW")
                        .toOptions())
                .withLoadOptions(
                    LoadOptionsBuilder.builder()
                        .withSchemaInfoLevel(SchemaInfoLevelBuilder.maximum())
                        .toOptions()));
    assertThat(catalog.getDatabaseInfo().getDatabaseProductName()).isEqualTo("Millrace");
    Schema schema =
        catalog.getSchemas().stream()
            .filter(candidate -> "public".equals(candidate.getName()))
            .findAny()
            .orElseThrow();
    assertThat(catalog.getTables(schema))
        .extracting(NamedObject::getName)
        .containsExactlyInAnyOrder("orders", "total");
    Table orders = catalog.lookupTable(schema, "orders").orElseThrow();
    assertThat(orders.getPrimaryKey().getConstrainedColumns())
        .extracting(NamedObject::getName)
        .containsExactly("id");
    assertThat(orders.getColumns()).extracting(NamedObject::getName).containsExactly("id", "price");
    Column price = orders.getColumns().get(1);
    assertThat(price.getColumnDataType().getName()).isEqualTo("DECIMAL");
    assertThat(price.getSize()).isEqualTo(10);
    assertThat(price.getDecimalDigits()).isEqualTo(2);
    assertThat(price.isNullable()).isTrue();
  }
}
