package io.millrace.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DatabaseMetaDataTest {

  private final TestServer server = new TestServer();
  private Connection connection;
  private DatabaseMetaData metaData;

  @BeforeEach
  void connect() throws SQLException {
    connection = server.connect();
    metaData = connection.getMetaData();
    ScriptedMeta.Rows keys =
        new ScriptedMeta.Rows(
            ScriptedMeta.columns(
                ScriptedMeta.column("table_catalog", Types.VARCHAR, "VARCHAR", Rep.STRING),
                ScriptedMeta.column("table_schema", Types.VARCHAR, "VARCHAR", Rep.STRING),
                ScriptedMeta.column("table_name", Types.VARCHAR, "VARCHAR", Rep.STRING),
                ScriptedMeta.column("column_name", Types.VARCHAR, "VARCHAR", Rep.STRING),
                ScriptedMeta.column("ordinal_position", Types.INTEGER, "INTEGER", Rep.INTEGER),
                ScriptedMeta.column("constraint_name", Types.VARCHAR, "VARCHAR", Rep.STRING)),
            List.of(
                ScriptedMeta.row("millrace", "public", "ant", "z", 1, "ant_key"),
                ScriptedMeta.row("millrace", "public", "ant", "a", 2, "ant_key")));
    server.meta.scripts.put(MetadataReader.PRIMARY_KEYS, keys);
    server.meta.scripts.put(
        MetadataReader.PRIMARY_KEYS + " WHERE table_schema = ? AND table_name = ?", keys);
  }

  @AfterEach
  void stop() throws SQLException {
    connection.close();
    server.close();
  }

  private static Object argument(Class<?> type) {
    if (type == int.class) {
      return ResultSet.TYPE_FORWARD_ONLY;
    } else if (type == boolean.class) {
      return true;
    }
    return type == Class.class ? DatabaseMetaData.class : null;
  }

  @Test
  void everyMethodAnswers() throws IllegalAccessException, SQLException {
    int results = 0;
    for (Method method : DatabaseMetaData.class.getMethods()) {
      Object[] arguments = new Object[method.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = argument(method.getParameterTypes()[i]);
      }
      Object answer = null;
      try {
        answer = method.invoke(metaData, arguments);
      } catch (InvocationTargetException e) {
        fail(method + " failed", e.getCause());
      }
      assertThat(answer).as(method.toString()).isNotNull();
      if (answer instanceof ResultSet rows) {
        results++;
        assertThat(rows.getMetaData().getColumnCount()).as(method.toString()).isPositive();
        while (rows.next()) {
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            rows.getObject(i);
            rows.getString(i);
          }
        }
        rows.close();
      }
    }
    assertThat(results).isGreaterThan(20);
  }

  private static List<String> labels(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    List<String> labels = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      labels.add(columns.getColumnLabel(i));
    }
    return labels;
  }

  private static List<String> column(ResultSet rows, String name) throws SQLException {
    List<String> values = new ArrayList<>();
    while (rows.next()) {
      values.add(rows.getString(name));
    }
    return values;
  }

  @Test
  void tablesComeInTheColumnsAndOrderOfJdbc() throws SQLException {
    ResultSet tables =
        metaData.getTables("millrace", "pub%", null, new String[] {"TABLE", "SOURCE"});
    assertThat(labels(tables))
        .containsExactly(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "TABLE_TYPE",
            "REMARKS",
            "TYPE_CAT",
            "TYPE_SCHEM",
            "TYPE_NAME",
            "SELF_REFERENCING_COL_NAME",
            "REF_GENERATION");
    assertThat(column(tables, "TABLE_NAME")).containsExactly("bids", "ant", "zebra");
    assertThat(server.meta.calls).contains("getTables millrace pub% null [TABLE, SOURCE]");
    assertThat(column(metaData.getTables(null, null, "%", null), "TABLE_NAME")).hasSize(3);
  }

  @Test
  void columnsComeByPosition() throws SQLException {
    ResultSet columns = metaData.getColumns(null, null, "ant", "%");
    assertThat(labels(columns)).hasSize(24).startsWith("TABLE_CAT").endsWith("IS_GENERATEDCOLUMN");
    columns.next();
    assertThat(columns.getString("COLUMN_NAME")).isEqualTo("id");
    assertThat(columns.getInt("DATA_TYPE")).isEqualTo(Types.BIGINT);
    assertThat(columns.getString("IS_NULLABLE")).isEqualTo("NO");
    columns.next();
    assertThat(columns.getString("COLUMN_NAME")).isEqualTo("v");
    assertThat(columns.getInt("DECIMAL_DIGITS")).isEqualTo(2);
    assertThat(columns.getInt("NULLABLE")).isEqualTo(DatabaseMetaData.columnNullable);
    assertThat(columns.next()).isFalse();
  }

  @Test
  void primaryKeysComeByColumnName() throws SQLException {
    ResultSet keys = metaData.getPrimaryKeys(null, "public", "ant");
    assertThat(labels(keys))
        .containsExactly(
            "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "KEY_SEQ", "PK_NAME");
    keys.next();
    assertThat(keys.getString("COLUMN_NAME")).isEqualTo("a");
    assertThat(keys.getShort("KEY_SEQ")).isEqualTo((short) 2);
    keys.next();
    assertThat(keys.getString("COLUMN_NAME")).isEqualTo("z");
    assertThat(keys.getString("PK_NAME")).isEqualTo("ant_key");
    assertThat(server.meta.parameters.get(0))
        .extracting(p -> p.value)
        .containsExactly("public", "ant");
  }

  @Test
  void catalogsSchemasAndTableTypesAreSorted() throws SQLException {
    assertThat(column(metaData.getCatalogs(), "TABLE_CAT")).containsExactly("millrace");
    assertThat(column(metaData.getSchemas(), "TABLE_SCHEM")).containsExactly("extra", "public");
    assertThat(column(metaData.getTableTypes(), "TABLE_TYPE"))
        .containsExactly("MATERIALIZED VIEW", "VIEW");
  }

  @Test
  void whatMillraceHasNotIsEmptyWithTheColumnsOfJdbc() throws SQLException {
    assertThat(labels(metaData.getImportedKeys(null, null, "t")))
        .hasSize(14)
        .contains("PKTABLE_NAME", "FKCOLUMN_NAME", "DEFERRABILITY");
    assertThat(labels(metaData.getIndexInfo(null, null, "t", false, true)))
        .hasSize(13)
        .contains("NON_UNIQUE", "CARDINALITY");
    assertThat(labels(metaData.getProcedures(null, null, null))).hasSize(9);
    assertThat(labels(metaData.getFunctions(null, null, null))).hasSize(6);
    assertThat(labels(metaData.getClientInfoProperties())).hasSize(4);
    assertThat(metaData.getImportedKeys(null, null, "t").next()).isFalse();
  }

  @Test
  void typesAreOrderedByTheirNumber() throws SQLException {
    List<Integer> numbers = new ArrayList<>();
    ResultSet types = metaData.getTypeInfo();
    assertThat(labels(types)).hasSize(18);
    while (types.next()) {
      numbers.add(types.getInt("DATA_TYPE"));
      assertThat(types.getString("TYPE_NAME")).isNotBlank();
    }
    assertThat(numbers).isSorted().contains(Types.DECIMAL, Types.TIMESTAMP).doesNotHaveDuplicates();
  }

  @Test
  void namesFoldToLowerCaseUnlessQuoted() throws SQLException {
    assertThat(metaData.storesLowerCaseIdentifiers()).isTrue();
    assertThat(metaData.supportsMixedCaseQuotedIdentifiers()).isTrue();
    assertThat(metaData.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metaData.getSQLKeywords()).isEqualTo("SUBSCRIBE,WATERMARK");
  }
}
