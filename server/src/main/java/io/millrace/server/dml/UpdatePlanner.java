package io.millrace.server.dml;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.parser.MillraceParser;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.validate.Positions;
import io.millrace.server.query.PlannedQuery;
import io.millrace.server.query.Queries;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Plans UPDATE and DELETE, as queries for the rows concerned. */
final class UpdatePlanner {
  private final Queries queries;
  private final CatalogReader catalog;

  UpdatePlanner(Queries queries, CatalogReader catalog) {
    this.queries = queries;
    this.catalog = catalog;
  }

  TableChange plan(SqlUpdate update) {
    ChangeTarget target = ChangeTarget.of(update.getTargetTable(), catalog);
    List<Integer> columns = target.columns(update.getTargetColumnList().getList());
    List<SqlNode> selected = columns(target, update.getAlias());
    List<SqlNode> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      SqlNode value = value(target, columns.get(i), update.getSourceExpressionList().get(i));
      values.add(value);
      selected.add(value);
    }
    SqlNode from = from(update.getTargetTable(), update.getAlias());
    PlannedQuery query =
        queries.plan(SqlNodes.select(selected, from, update.getCondition()), catalog);
    for (int i = 0; i < columns.size(); i++) {
      ColumnAssignment assignment = target.assignment(columns.get(i));
      DataType type = query.rowType().type(target.rowType().size() + i);
      if (!assignment.accepts(type.kind())) {
        throw Positions.error(ErrorCode.TYPE_MISMATCH, values.get(i), assignment.refusal(type));
      }
    }
    return new UpdatedRows(target, query, columns);
  }

  private static SqlNode value(ChangeTarget target, int column, SqlNode expression) {
    DataType type = target.rowType().type(column);
    if (!SqlNodes.isDefault(expression)) {
      return SqlNodes.typed(expression, type);
    }
    SqlNode value =
        target
            .defaultText(column)
            .map(MillraceParser::parseExpression)
            .orElseGet(() -> SqlLiteral.createNull(expression.getParserPosition()));
    return SqlNodes.typed(value, type);
  }

  TableChange plan(SqlDelete delete) {
    ChangeTarget target = ChangeTarget.of(delete.getTargetTable(), catalog);
    SqlNode select =
        SqlNodes.select(
            columns(target, delete.getAlias()),
            from(delete.getTargetTable(), delete.getAlias()),
            delete.getCondition());
    return new DeletedRows(target, queries.plan(select, catalog));
  }

  private static SqlNode from(SqlNode table, SqlIdentifier alias) {
    return alias == null
        ? table
        : SqlStdOperatorTable.AS.createCall(table.getParserPosition(), table, alias);
  }

  /** All columns of the table, by its name in the statement. */
  private static List<SqlNode> columns(ChangeTarget target, SqlIdentifier alias) {
    String name = alias == null ? target.name() : alias.getSimple();
    List<SqlNode> columns = new ArrayList<>();
    for (Column column : target.rowType().columns()) {
      columns.add(new SqlIdentifier(List.of(name, column.name()), SqlParserPos.ZERO));
    }
    return columns;
  }
}
