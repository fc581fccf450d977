package io.millrace.server.avatica;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.jdbc.metadata.MetadataShape;
import io.millrace.jdbc.metadata.SqlTypeInfo;
import io.millrace.planner.adhoc.SystemRelations;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.Meta.CursorFactory;

/** The questions of JDBC about the catalog, answered in JDBC's columns. For any thread. */
final class CatalogAnswers {
  private static final List<String> TABLE_TYPES =
      List.of("MATERIALIZED VIEW", "SINK", "SOURCE", "SYSTEM TABLE", "TABLE", "VIEW");

  private final Supplier<CatalogSnapshot> catalog;
  private final SystemRelations system;

  CatalogAnswers(Supplier<CatalogSnapshot> catalog, SystemRelations system) {
    this.catalog = catalog;
    this.system = system;
  }

  /** A relation that JDBC tells about. */
  private record Listed(
      String schema, String name, String type, List<Column> columns, Map<String, String> defaults) {

    static Listed of(CatalogEntry entry) {
      CatalogRelation relation = entry.relation();
      return new Listed(
          CatalogReader.SCHEMA,
          relation.name(),
          relation.kind().toUpperCase(Locale.ROOT),
          relation.rowType().columns(),
          relation instanceof CatalogRelation.Table table ? table.defaults() : Map.of());
    }

    static Listed ofSystem(String schema, String name, RowType rowType) {
      return new Listed(schema, name, "SYSTEM TABLE", rowType.columns(), Map.of());
    }
  }

  private List<Listed> relations(String catalogName, NamePattern schema, NamePattern table) {
    if (!isCatalog(catalogName)) {
      return List.of();
    }
    List<Listed> all = new ArrayList<>();
    catalog.get().entries().forEach(entry -> all.add(Listed.of(entry)));
    for (String systemSchema : system.schemas()) {
      for (String name : system.names(systemSchema)) {
        system
            .find(systemSchema, name)
            .ifPresent(rowType -> all.add(Listed.ofSystem(systemSchema, name, rowType)));
      }
    }
    all.removeIf(relation -> !schema.matches(relation.schema()) || !table.matches(relation.name()));
    return all;
  }

  /** Whether the only catalog is meant; null is any. */
  private static boolean isCatalog(String name) {
    return name == null || name.equals(ClientConnection.CATALOG);
  }

  Meta.MetaResultSet catalogs(String connectionId) {
    List<Object> rows = new ArrayList<>();
    rows.add(new Object[] {ClientConnection.CATALOG});
    return answer(connectionId, MetadataShape.CATALOGS, rows);
  }

  Meta.MetaResultSet schemas(String connectionId, String catalogName, NamePattern schema) {
    List<Object> rows = new ArrayList<>();
    if (isCatalog(catalogName)) {
      List<String> names = new ArrayList<>(system.schemas());
      names.add(CatalogReader.SCHEMA);
      for (String name : names) {
        if (schema.matches(name)) {
          rows.add(new Object[] {name, ClientConnection.CATALOG});
        }
      }
    }
    return answer(connectionId, MetadataShape.SCHEMAS, rows);
  }

  Meta.MetaResultSet tableTypes(String connectionId) {
    List<Object> rows = new ArrayList<>();
    TABLE_TYPES.forEach(type -> rows.add(new Object[] {type}));
    return answer(connectionId, MetadataShape.TABLE_TYPES, rows);
  }

  Meta.MetaResultSet typeInfo(String connectionId) {
    return answer(connectionId, MetadataShape.TYPE_INFO, SqlTypeInfo.ROWS);
  }

  /**
   * @param types null for all
   */
  Meta.MetaResultSet tables(
      String connectionId,
      String catalogName,
      NamePattern schema,
      NamePattern table,
      List<String> types) {
    List<Object> rows = new ArrayList<>();
    for (Listed relation : relations(catalogName, schema, table)) {
      if (types == null || types.contains(relation.type())) {
        Map<String, Object> row = new HashMap<>();
        row.put("TABLE_CAT", ClientConnection.CATALOG);
        row.put("TABLE_SCHEM", relation.schema());
        row.put("TABLE_NAME", relation.name());
        row.put("TABLE_TYPE", relation.type());
        rows.add(inOrder(MetadataShape.TABLES, row));
      }
    }
    return answer(connectionId, MetadataShape.TABLES, rows);
  }

  Meta.MetaResultSet columns(
      String connectionId,
      String catalogName,
      NamePattern schema,
      NamePattern table,
      NamePattern column) {
    List<Object> rows = new ArrayList<>();
    for (Listed relation : relations(catalogName, schema, table)) {
      for (int i = 0; i < relation.columns().size(); i++) {
        if (column.matches(relation.columns().get(i).name())) {
          rows.add(inOrder(MetadataShape.COLUMNS, column(relation, i)));
        }
      }
    }
    return answer(connectionId, MetadataShape.COLUMNS, rows);
  }

  private static Map<String, Object> column(Listed relation, int index) {
    Column column = relation.columns().get(index);
    DataType type = column.type();
    Map<String, Object> row = new HashMap<>();
    row.put("TABLE_CAT", ClientConnection.CATALOG);
    row.put("TABLE_SCHEM", relation.schema());
    row.put("TABLE_NAME", relation.name());
    row.put("COLUMN_NAME", column.name());
    row.put("DATA_TYPE", WireTypes.jdbcType(type));
    row.put("TYPE_NAME", type.kind().name());
    row.put("COLUMN_SIZE", WireTypes.size(type));
    row.put("DECIMAL_DIGITS", WireTypes.decimalDigits(type));
    row.put("NUM_PREC_RADIX", WireTypes.radix(type));
    row.put("NULLABLE", WireTypes.nullability(type));
    row.put("COLUMN_DEF", relation.defaults().get(column.name()));
    row.put("CHAR_OCTET_LENGTH", type.isVariableWidth() ? WireTypes.size(type) : null);
    row.put("ORDINAL_POSITION", index + 1);
    row.put("IS_NULLABLE", type.nullable() ? "YES" : "NO");
    row.put("IS_AUTOINCREMENT", "NO");
    row.put("IS_GENERATEDCOLUMN", "NO");
    return row;
  }

  private static Object[] inOrder(MetadataShape shape, Map<String, Object> row) {
    return shape.columns().stream().map(column -> row.get(column.label)).toArray();
  }

  private static Meta.MetaResultSet answer(
      String connectionId, MetadataShape shape, List<Object> rows) {
    Meta.Signature signature =
        Meta.Signature.create(
            shape.columns(), "", List.of(), CursorFactory.ARRAY, Meta.StatementType.SELECT);
    return Meta.MetaResultSet.create(
        connectionId, -1, false, signature, new Meta.Frame(0, true, rows));
  }
}
