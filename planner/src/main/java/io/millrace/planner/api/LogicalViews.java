package io.millrace.planner.api;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ddl.SqlCreateView;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.catalog.CatalogSchema;
import io.millrace.planner.catalog.CatalogTable;
import io.millrace.planner.context.PlanningContext;
import io.millrace.planner.convert.OutputColumns;
import io.millrace.planner.convert.QueryConverter;
import io.millrace.planner.validate.AdHocQueryCheck;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

/** Views that are not stored: their query is checked when they are created. */
final class LogicalViews {
  private LogicalViews() {}

  static CatalogRelation.LogicalView validate(SqlCreateView statement, CatalogReader catalog) {
    if (!statement.optionMap().isEmpty()) {
      String option = statement.optionMap().keySet().iterator().next();
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          statement.optionPosition(option).orElse(null),
          "a view has no option '" + option + "'",
          null);
    }
    // Validation changes the tree, so the text comes first.
    String sql = MillraceParser.toSql(statement.query());
    RowType rowType = rowType(statement.query(), statement.columnNames(), catalog);
    return new CatalogRelation.LogicalView(
        MillracePlanner.relationName(statement.name()), rowType, sql);
  }

  static RowType rowType(SqlNode query, CatalogReader catalog) {
    return rowType(query, null, catalog);
  }

  private static RowType rowType(SqlNode query, SqlNodeList columnNames, CatalogReader catalog) {
    AdHocQueryCheck.check(query);
    CalciteSchema root = CalciteSchema.createRootSchema(false, false);
    root.add(CatalogReader.SCHEMA, new CatalogSchema(catalog, CatalogTable::new));
    QueryConverter converter =
        new QueryConverter(new PlanningContext(), catalog, root, QueryConverter.Mode.ONCE);
    QueryConverter.Validated validated = converter.validate(query);
    List<String> names = OutputColumns.names(validated, columnNames);
    List<DataType> types = OutputColumns.types(validated);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new Column(names.get(i), types.get(i)));
    }
    return new RowType(columns);
  }
}
