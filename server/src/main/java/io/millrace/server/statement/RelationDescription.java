package io.millrace.server.statement;

import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.Column;
import io.millrace.core.type.RowType;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ddl.SqlCreateRelation;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes relations: DESCRIBE and SHOW COLUMNS. */
final class RelationDescription {
  /** The answer of SHOW COLUMNS and DESCRIBE. */
  static final RowType COLUMNS =
      TextTable.columns("column_name", "data_type", "is_nullable", "key", "column_default");

  /** The answer of DESCRIBE EXTENDED. */
  static final RowType PROPERTIES = TextTable.columns("property", "value");

  private RelationDescription() {}

  /** One row a column. */
  static List<Object[]> columns(CatalogRelation relation, LikePattern like) {
    RowType rowType = relation.rowType();
    Set<Integer> key = Set.copyOf(key(relation));
    Map<String, String> defaults =
        relation instanceof CatalogRelation.Table table ? table.defaults() : Map.of();
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < rowType.size(); i++) {
      Column column = rowType.column(i);
      if (like.matches(column.name())) {
        rows.add(
            row(column, key.contains(i) ? keyWord(relation) : null, defaults.get(column.name())));
      }
    }
    return rows;
  }

  /** The columns of a relation that has neither keys nor defaults. */
  static List<Object[]> columns(RowType rowType, LikePattern like) {
    return rowType.columns().stream()
        .filter(column -> like.matches(column.name()))
        .map(column -> row(column, null, null))
        .toList();
  }

  private static Object[] row(Column column, String key, String defaultValue) {
    return new Object[] {
      column.name(),
      column.type().withNullable(true).toString(),
      column.type().nullable() ? "YES" : "NO",
      key,
      defaultValue
    };
  }

  private static String keyWord(CatalogRelation relation) {
    return relation instanceof CatalogRelation.Table ? "PRIMARY KEY" : "KEY";
  }

  /** The columns that identify a row; empty if none do or nothing is kept. */
  private static List<Integer> key(CatalogRelation relation) {
    if (relation instanceof CatalogRelation.Table table) {
      return table.spec().primaryKey();
    }
    return relation instanceof CatalogRelation.MaterializedView view && !view.bag()
        ? view.key()
        : List.of();
  }

  /** Everything that is known of a relation, one property a row. */
  static List<Object[]> properties(CatalogEntry entry, CatalogSnapshot catalog) {
    CatalogRelation relation = entry.relation();
    RowType rowType = relation.rowType();
    List<Object[]> rows = new ArrayList<>();
    rows.add(new Object[] {"name", entry.name()});
    rows.add(new Object[] {"kind", relation.kind()});
    for (Column column : rowType.columns()) {
      rows.add(new Object[] {"column " + column.name(), column.type().toString()});
    }
    List<Integer> key = key(relation);
    if (!key.isEmpty()) {
      rows.add(
          new Object[] {
            "key", key.stream().map(i -> rowType.column(i).name()).collect(Collectors.joining(", "))
          });
    }
    watermark(entry, rows);
    entry.spec().ifPresent(spec -> options(spec, rows));
    if (!entry.reads().isEmpty()) {
      rows.add(new Object[] {"reads", String.join(", ", entry.reads())});
    }
    List<String> readers =
        catalog.entries().stream()
            .filter(other -> other.reads().contains(entry.name()))
            .map(CatalogEntry::name)
            .toList();
    if (!readers.isEmpty()) {
      rows.add(new Object[] {"read by", String.join(", ", readers)});
    }
    rows.add(new Object[] {"definition", entry.sql()});
    return rows;
  }

  private static void watermark(CatalogEntry entry, List<Object[]> rows) {
    if (MillraceParser.parseStatement(entry.sql()) instanceof SqlCreateRelation declared) {
      declared
          .watermark()
          .ifPresent(
              watermark ->
                  rows.add(
                      new Object[] {
                        "watermark",
                        watermark.column().getSimple()
                            + " AS "
                            + MillraceParser.toSql(watermark.expression())
                      }));
    }
  }

  private static void options(RelationSpec spec, List<Object[]> rows) {
    Map<String, String> options = Map.of();
    if (spec instanceof RelationSpec.Source source) {
      options = source.options();
    } else if (spec instanceof RelationSpec.Table table) {
      options = table.options();
    } else if (spec instanceof RelationSpec.Sink sink) {
      options = sink.options();
    }
    options.forEach((name, value) -> rows.add(new Object[] {"option " + name, value}));
  }
}
