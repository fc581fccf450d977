package io.millrace.server.dml;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.type.DataType;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.validate.Positions;
import io.millrace.server.query.PlannedQuery;
import io.millrace.server.query.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;

/** Plans INSERT. */
final class InsertPlanner {
  private final Queries queries;
  private final CatalogReader catalog;

  InsertPlanner(Queries queries, CatalogReader catalog) {
    this.queries = queries;
    this.catalog = catalog;
  }

  TableChange plan(SqlInsert insert) {
    ChangeTarget target = ChangeTarget.of(insert.getTargetTable(), catalog);
    SqlNodeList names = insert.getTargetColumnList();
    List<Integer> columns =
        names == null
            ? IntStream.range(0, target.rowType().size()).boxed().toList()
            : target.columns(names.getList());
    SqlNode source = insert.getSource();
    return source.getKind() == SqlKind.VALUES
        ? values(target, columns, (SqlCall) source)
        : query(target, columns, source);
  }

  private TableChange values(ChangeTarget target, List<Integer> columns, SqlCall source) {
    ValuesPlanner planner = new ValuesPlanner(target);
    List<Cell[]> rows = new ArrayList<>(source.operandCount());
    for (SqlNode node : source.getOperandList()) {
      List<SqlNode> values =
          node.getKind() == SqlKind.ROW ? ((SqlCall) node).getOperandList() : List.of(node);
      checkCount(target, columns, values.size(), node);
      Cell[] row = new Cell[target.rowType().size()];
      long number = rows.size() + 1L;
      for (int i = 0; i < values.size(); i++) {
        row[columns.get(i)] = planner.cell(values.get(i), columns.get(i), number);
      }
      for (int column = 0; column < row.length; column++) {
        if (row[column] == null) {
          row[column] = planner.defaultOf(column, number);
        }
      }
      rows.add(row);
    }
    ComputedValues computed = planner.finish(queries, catalog);
    return new InsertedValues(target, ComputedValues.inOrder(planner.parameters()), rows, computed);
  }

  private TableChange query(ChangeTarget target, List<Integer> columns, SqlNode source) {
    List<DataType> types = columns.stream().map(target.rowType()::type).toList();
    giveTypes(source, types);
    PlannedQuery query = queries.plan(source, catalog);
    checkCount(target, columns, query.rowType().size(), source);
    for (int i = 0; i < columns.size(); i++) {
      ColumnAssignment assignment = target.assignment(columns.get(i));
      DataType type = query.rowType().type(i);
      if (!assignment.accepts(type.kind())) {
        throw Positions.error(ErrorCode.TYPE_MISMATCH, source, assignment.refusal(type));
      }
    }
    ValuesPlanner planner = new ValuesPlanner(target);
    Cell[] others = new Cell[target.rowType().size()];
    for (int column = 0; column < others.length; column++) {
      if (!columns.contains(column)) {
        others[column] = planner.defaultOf(column, 0);
      }
    }
    return new InsertedQuery(target, query, columns, others, planner.finish(queries, catalog));
  }

  private static void checkCount(
      ChangeTarget target, List<Integer> columns, int values, SqlNode place) {
    if (values != columns.size()) {
      throw Positions.error(
          ErrorCode.INVALID_STATEMENT,
          place,
          "INSERT INTO '"
              + target.name()
              + "' needs "
              + columns.size()
              + " values a row, and there are "
              + values);
    }
  }

  /** Gives parameters and NULLs in the select list the types of their columns. */
  private static void giveTypes(SqlNode query, List<DataType> types) {
    if (query instanceof SqlOrderBy order) {
      giveTypes(order.query, types);
    } else if (query instanceof SqlWith with) {
      giveTypes(with.body, types);
    } else if (SqlKind.SET_QUERY.contains(query.getKind())) {
      ((SqlCall) query).getOperandList().forEach(operand -> giveTypes(operand, types));
    } else if (query.getKind() == SqlKind.VALUES) {
      for (SqlNode row : ((SqlCall) query).getOperandList()) {
        giveTypes((SqlCall) row, types);
      }
    } else if (query instanceof SqlSelect select) {
      giveTypes(select.getSelectList(), types);
    }
  }

  private static void giveTypes(SqlCall row, List<DataType> types) {
    for (int i = 0; i < Math.min(row.operandCount(), types.size()); i++) {
      SqlNode typed = SqlNodes.typed(row.operand(i), types.get(i));
      if (typed != row.operand(i)) {
        row.setOperand(i, typed);
      }
    }
  }

  private static void giveTypes(SqlNodeList items, List<DataType> types) {
    for (int i = 0; i < Math.min(items.size(), types.size()); i++) {
      SqlNode item = items.get(i);
      if (item.getKind() == SqlKind.IDENTIFIER
          && ((org.apache.calcite.sql.SqlIdentifier) item).isStar()) {
        return; // what comes after stands at another place
      }
      if (item instanceof SqlBasicCall call && call.getKind() == SqlKind.AS) {
        call.setOperand(0, SqlNodes.typed(call.operand(0), types.get(i)));
      } else {
        items.set(i, SqlNodes.typed(item, types.get(i)));
      }
    }
  }
}
