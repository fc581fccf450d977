package io.millrace.server.system;

import static io.millrace.planner.catalog.CatalogReader.SCHEMA;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The catalog as the SQL standard has it, with the columns that PostgreSQL's users know. */
final class InformationSchema {
  /** Of a VARCHAR or VARBINARY without a length. */
  private static final int UNLIMITED = Integer.MAX_VALUE;

  private static final String NAMES = "table_catalog! table_schema! table_name! ";
  private static final String CONSTRAINT_NAMES =
      "constraint_catalog! constraint_schema! constraint_name! ";

  private final Supplier<CatalogSnapshot> catalog;
  private final SystemTables system;

  /**
   * @param system all system relations, asked when rows are made
   */
  InformationSchema(Supplier<CatalogSnapshot> catalog, SystemTables system) {
    this.catalog = catalog;
    this.system = system;
  }

  List<SystemTable> tables() {
    return List.of(
        SystemTable.of("schemata", "catalog_name! schema_name! schema_owner", this::schemaRows),
        SystemTable.of("tables", NAMES + "table_type! is_insertable_into!", this::tableRows),
        SystemTable.of(
            "columns",
            NAMES
                + "column_name! ordinal_position:i! column_default is_nullable! data_type!"
                + " character_maximum_length:i character_octet_length:i numeric_precision:i"
                + " numeric_precision_radix:i numeric_scale:i datetime_precision:i",
            this::columnRows),
        SystemTable.of(
            "views",
            NAMES + "view_definition check_option! is_updatable! is_insertable_into!",
            this::viewRows),
        SystemTable.of(
            "table_constraints",
            CONSTRAINT_NAMES
                + NAMES
                + "constraint_type! is_deferrable! initially_deferred! enforced!",
            this::constraintRows),
        SystemTable.of(
            "key_column_usage",
            CONSTRAINT_NAMES
                + NAMES
                + "column_name! ordinal_position:i! position_in_unique_constraint:i",
            this::keyColumnRows));
  }

  private List<Object[]> schemaRows() {
    List<Object[]> rows = new ArrayList<>();
    rows.add(new Object[] {SystemTables.CATALOG_NAME, SCHEMA, null});
    for (String schema : system.schemas()) {
      rows.add(new Object[] {SystemTables.CATALOG_NAME, schema, null});
    }
    return rows;
  }

  private List<Object[]> tableRows() {
    List<Object[]> rows = new ArrayList<>();
    for (CatalogEntry entry : catalog.get().entries()) {
      rows.add(
          row(
              names(SCHEMA, entry.name()),
              Relations.tableType(entry.relation()),
              yesOrNo(isInsertable(entry.relation()))));
    }
    for (String schema : system.schemas()) {
      for (String name : system.names(schema)) {
        rows.add(row(names(schema, name), "SYSTEM TABLE", "NO"));
      }
    }
    return rows;
  }

  private static boolean isInsertable(CatalogRelation relation) {
    return relation instanceof CatalogRelation.Table table && table.spec().options().isEmpty();
  }

  private List<Object[]> columnRows() {
    List<Object[]> rows = new ArrayList<>();
    for (CatalogEntry entry : catalog.get().entries()) {
      Map<String, String> defaults =
          entry.relation() instanceof CatalogRelation.Table table ? table.defaults() : Map.of();
      addColumns(rows, SCHEMA, entry.name(), entry.relation().rowType(), defaults);
    }
    for (String schema : system.schemas()) {
      for (String name : system.names(schema)) {
        system
            .find(schema, name)
            .ifPresent(rowType -> addColumns(rows, schema, name, rowType, Map.of()));
      }
    }
    return rows;
  }

  private static void addColumns(
      List<Object[]> rows,
      String schema,
      String name,
      RowType rowType,
      Map<String, String> defaults) {
    for (int i = 0; i < rowType.size(); i++) {
      Column column = rowType.column(i);
      DataType type = column.type();
      rows.add(
          row(
              names(schema, name),
              column.name(),
              i + 1,
              defaults.get(column.name()),
              yesOrNo(type.nullable()),
              type.kind().name(),
              length(type, "VARCHAR"),
              length(type, "VARBINARY"),
              numericPrecision(type),
              radix(type),
              scale(type),
              datetimePrecision(type)));
    }
  }

  private static Integer length(DataType type, String kind) {
    if (!type.kind().name().equals(kind)) {
      return null;
    }
    return type.precision() == DataType.UNBOUNDED ? UNLIMITED : type.precision();
  }

  private static Integer numericPrecision(DataType type) {
    return switch (type.kind()) {
      case TINYINT -> 8;
      case SMALLINT -> 16;
      case INTEGER -> 32;
      case BIGINT -> 64;
      case REAL -> 24;
      case DOUBLE -> 53;
      case DECIMAL -> type.precision();
      default -> null;
    };
  }

  private static Integer radix(DataType type) {
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE -> 2;
      case DECIMAL -> 10;
      default -> null;
    };
  }

  private static Integer scale(DataType type) {
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> 0;
      case DECIMAL -> type.scale();
      default -> null;
    };
  }

  private static Integer datetimePrecision(DataType type) {
    return switch (type.kind()) {
      case DATE -> 0;
      case TIME, TIMESTAMP -> type.precision();
      default -> null;
    };
  }

  private List<Object[]> viewRows() {
    List<Object[]> rows = new ArrayList<>();
    for (CatalogEntry entry : catalog.get().entries()) {
      boolean stored = entry.relation() instanceof CatalogRelation.MaterializedView;
      if (stored || entry.relation() instanceof CatalogRelation.LogicalView) {
        String definition =
            entry.relation() instanceof CatalogRelation.LogicalView view ? view.sql() : entry.sql();
        rows.add(row(names(SCHEMA, entry.name()), definition, "NONE", "NO", "NO"));
      }
    }
    return rows;
  }

  private List<Object[]> constraintRows() {
    List<Object[]> rows = new ArrayList<>();
    for (CatalogEntry entry : catalog.get().entries()) {
      if (!PrimaryKeys.columns(entry.relation()).isEmpty()) {
        rows.add(
            row(
                constraint(entry.name()),
                SystemTables.CATALOG_NAME,
                SCHEMA,
                entry.name(),
                "PRIMARY KEY",
                "NO",
                "NO",
                "YES"));
      }
    }
    return rows;
  }

  private List<Object[]> keyColumnRows() {
    List<Object[]> rows = new ArrayList<>();
    for (CatalogEntry entry : catalog.get().entries()) {
      int position = 1;
      for (int column : PrimaryKeys.columns(entry.relation())) {
        rows.add(
            row(
                constraint(entry.name()),
                SystemTables.CATALOG_NAME,
                SCHEMA,
                entry.name(),
                entry.relation().rowType().column(column).name(),
                position++,
                null));
      }
    }
    return rows;
  }

  private static List<Object> constraint(String table) {
    return List.of(SystemTables.CATALOG_NAME, SCHEMA, PrimaryKeys.constraintName(table));
  }

  private static List<Object> names(String schema, String table) {
    return List.of(SystemTables.CATALOG_NAME, schema, table);
  }

  private static String yesOrNo(boolean yes) {
    return yes ? "YES" : "NO";
  }

  private static Object[] row(List<Object> names, Object... others) {
    List<Object> row = new ArrayList<>(names);
    row.addAll(java.util.Arrays.asList(others));
    return row.toArray();
  }
}
