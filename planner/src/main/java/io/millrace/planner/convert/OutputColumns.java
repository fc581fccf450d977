package io.millrace.planner.convert;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.planner.type.TypeConverter;
import io.millrace.planner.validate.Positions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** Names and types of the columns of a query that becomes a relation. */
public final class OutputColumns {
  /** How Calcite begins the name of an expression that has none. */
  private static final String UNNAMED = "EXPR$";

  private OutputColumns() {}

  /**
   * The columns' names: given ones, aliases, or the name of the function that was called.
   *
   * @param given names for all columns, or null
   * @throws MillraceException {@link ErrorCode#DUPLICATE_COLUMN} or {@link
   *     ErrorCode#INVALID_STATEMENT}
   */
  public static List<String> names(QueryConverter.Validated query, SqlNodeList given) {
    List<String> names = given == null ? derived(query) : given(query, given);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      if (!seen.add(names.get(i))) {
        SqlNode place = given == null ? item(query.node(), i) : given.get(i);
        throw Positions.error(
            ErrorCode.DUPLICATE_COLUMN,
            place == null ? query.node() : place,
            "there are two columns '" + names.get(i) + "'; name one of them with AS");
      }
    }
    return names;
  }

  private static List<String> given(QueryConverter.Validated query, SqlNodeList given) {
    int columns = query.rowType().getFieldCount();
    if (given.size() != columns) {
      throw Positions.error(
          ErrorCode.INVALID_STATEMENT,
          given,
          "the query has " + columns + " columns, and " + given.size() + " names are given");
    }
    return given.stream().map(name -> ((SqlIdentifier) name).getSimple()).toList();
  }

  /** Names as PostgreSQL derives them. */
  public static List<String> derived(QueryConverter.Validated query) {
    List<String> names = new ArrayList<>();
    for (RelDataTypeField field : query.rowType().getFieldList()) {
      String name = field.getName();
      names.add(
          name.startsWith(UNNAMED)
              ? unnamed(item(query.node(), field.getIndex()), field.getIndex(), query.calls())
              : name);
    }
    return names;
  }

  private static String unnamed(SqlNode item, int index, Map<SqlParserPos, String> calls) {
    SqlNode expression =
        item != null && item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    if (expression instanceof SqlCall call) {
      String written = calls.get(call.getParserPosition());
      if (written != null) {
        return written;
      }
      if (call.getKind() == SqlKind.CASE) {
        return "case";
      }
      SqlCall named = call.getKind() == SqlKind.FILTER ? call.operand(0) : call;
      if (named.getOperator() instanceof SqlFunction function
          && function.getKind() != SqlKind.CAST) {
        return function.getName().toLowerCase(Locale.ROOT);
      }
    }
    return "column" + (index + 1);
  }

  /**
   * The functions that columns call, by their places: validation makes others of some.
   *
   * @param query as it was parsed
   */
  static Map<SqlParserPos, String> calls(SqlNode query) {
    Map<SqlParserPos, String> calls = new HashMap<>();
    SqlNode item = item(query, 0);
    for (int i = 0; item != null; item = item(query, ++i)) {
      if (item instanceof SqlCall call
          && call.getOperator() instanceof SqlFunction function
          && function.getKind() != SqlKind.CAST) {
        calls.put(call.getParserPosition(), function.getName().toLowerCase(Locale.ROOT));
      }
    }
    return calls;
  }

  /** The expression of a column in the (leftmost) SELECT of a validated query, or null. */
  private static SqlNode item(SqlNode query, int index) {
    if (query instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      return index < items.size() ? items.get(index) : null;
    }
    if (query instanceof SqlOrderBy order) {
      return item(order.query, index);
    }
    if (query instanceof SqlWith with) {
      return item(with.body, index);
    }
    return SqlKind.SET_QUERY.contains(query.getKind())
        ? item(((SqlCall) query).operand(0), index)
        : null;
  }

  /**
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} if no column can hold some value
   */
  public static List<DataType> types(QueryConverter.Validated query) {
    List<DataType> types = new ArrayList<>();
    for (RelDataTypeField field : query.rowType().getFieldList()) {
      SqlNode place = item(query.node(), field.getIndex());
      types.add(
          TypeConverter.toDataType(field.getType())
              .orElseThrow(() -> unsupported(field, place == null ? query.node() : place)));
    }
    return types;
  }

  private static MillraceException unsupported(RelDataTypeField field, SqlNode place) {
    if (field.getType().getSqlTypeName() == SqlTypeName.NULL) {
      return Positions.error(
          ErrorCode.TYPE_MISMATCH,
          place,
          "a column needs a type, and NULL has none; write for example CAST(NULL AS INTEGER)");
    }
    return Positions.error(
        ErrorCode.UNSUPPORTED, place, "a column cannot be of the type " + field.getType());
  }
}
