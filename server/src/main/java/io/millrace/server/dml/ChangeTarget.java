package io.millrace.server.dml;

import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.Column;
import io.millrace.core.type.RowType;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.validate.Positions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/** The table that a statement changes. */
final class ChangeTarget {
  private final CatalogRelation.Table table;

  private ChangeTarget(CatalogRelation.Table table) {
    this.table = table;
  }

  /** The table with this name, if rows may be written to it. */
  static ChangeTarget of(SqlNode target, CatalogReader catalog) {
    if (!(target instanceof SqlIdentifier identifier)) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED, target, "not supported: anything but a table's name here");
    }
    String name = MillracePlanner.relationName(identifier);
    CatalogRelation relation =
        catalog
            .find(name)
            .orElseThrow(
                () ->
                    Positions.error(
                        ErrorCode.UNKNOWN_RELATION,
                        target,
                        "there is no table '"
                            + name
                            + "'"
                            + suggestion(name, List.copyOf(catalog.names()))));
    if (!(relation instanceof CatalogRelation.Table table)) {
      throw Positions.error(
          ErrorCode.WRONG_RELATION_KIND,
          target,
          "'"
              + name
              + "' is a "
              + relation.kind()
              + ", and only the rows of tables can be changed");
    }
    if (!table.spec().options().isEmpty()) {
      throw Positions.error(
          ErrorCode.WRONG_RELATION_KIND,
          target,
          "'" + name + "' gets its rows from a connector, and no statement can change them");
    }
    return new ChangeTarget(table);
  }

  RelationSpec.Table spec() {
    return table.spec();
  }

  String name() {
    return table.name();
  }

  RowType rowType() {
    return table.rowType();
  }

  /** The SQL text of a column's default. */
  Optional<String> defaultText(int column) {
    return Optional.ofNullable(table.defaults().get(rowType().column(column).name()));
  }

  ColumnAssignment assignment(int column) {
    return new ColumnAssignment(name(), rowType().column(column));
  }

  /** Where columns are that a statement names, each only once. */
  List<Integer> columns(List<? extends SqlNode> names) {
    List<Integer> columns = new ArrayList<>();
    for (SqlNode node : names) {
      SqlIdentifier identifier = (SqlIdentifier) node;
      String name = identifier.names.get(identifier.names.size() - 1);
      int column = rowType().indexOf(name);
      if (column < 0) {
        List<String> known = rowType().columns().stream().map(Column::name).toList();
        throw Positions.error(
            ErrorCode.UNKNOWN_COLUMN,
            node,
            "'" + name() + "' has no column '" + name + "'" + suggestion(name, known));
      }
      if (columns.contains(column)) {
        throw Positions.error(
            ErrorCode.DUPLICATE_COLUMN, node, "column '" + name + "' is assigned twice");
      }
      columns.add(column);
    }
    return columns;
  }

  private static String suggestion(String name, List<String> known) {
    return Suggestions.closest(name, known)
        .map(found -> "; did you mean '" + found + "'?")
        .orElse("");
  }
}
