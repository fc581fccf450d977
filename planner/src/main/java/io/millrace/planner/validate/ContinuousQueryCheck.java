package io.millrace.planner.validate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Refuses what a query may ask for once but no incremental operator computes yet, by its place in
 * the text.
 *
 * <p>Looks at the tree as it was parsed, where each construct still stands as it was written.
 */
public final class ContinuousQueryCheck extends SqlBasicVisitor<Void> {
  private static final Set<String> CLOCKS =
      Set.of(
          "CURRENT_TIMESTAMP",
          "CURRENT_TIME",
          "CURRENT_DATE",
          "LOCALTIME",
          "LOCALTIMESTAMP",
          "NOW",
          "SYSTIMESTAMP",
          "SYSDATE",
          "CURRENT_DATETIME",
          "AGE");

  /** Functions that write and read times by a pattern. */
  private static final Set<String> FORMATS = Set.of("TO_CHAR", "TO_DATE", "TO_TIMESTAMP");

  private static final Set<String> RANKS = Set.of("ROW_NUMBER", "RANK", "DENSE_RANK");

  private static final Set<String> CHANCE =
      Set.of("RAND", "RANDOM", "RAND_INTEGER", "UUID", "GEN_RANDOM_UUID", "RANDOM_UUID");

  private static final Set<String> SESSION =
      Set.of(
          "USER",
          "CURRENT_USER",
          "SESSION_USER",
          "SYSTEM_USER",
          "CURRENT_ROLE",
          "CURRENT_PATH",
          "CURRENT_CATALOG",
          "CURRENT_SCHEMA");

  private static final Set<String> AGGREGATES_WITHOUT_OPERATOR =
      Set.of(
          "STDDEV",
          "STDDEV_POP",
          "STDDEV_SAMP",
          "VARIANCE",
          "VAR_POP",
          "VAR_SAMP",
          "COVAR_POP",
          "COVAR_SAMP",
          "CORR",
          "REGR_COUNT",
          "REGR_SXX",
          "REGR_SYY",
          "COLLECT",
          "FUSION",
          "INTERSECTION",
          "LISTAGG",
          "STRING_AGG",
          "ARRAY_AGG",
          "ARRAY_CONCAT_AGG",
          "JSON_ARRAYAGG",
          "JSON_OBJECTAGG",
          "ANY_VALUE",
          "ARG_MAX",
          "ARG_MIN",
          "MODE",
          "BIT_AND",
          "BIT_OR",
          "BIT_XOR",
          "APPROX_COUNT_DISTINCT",
          "SINGLE_VALUE",
          "PERCENTILE_CONT",
          "PERCENTILE_DISC",
          "MEDIAN");

  private final String where;

  private ContinuousQueryCheck(String where) {
    this.where = where;
  }

  /**
   * @param what is being created, for example "a materialized view"
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} at the first construct that is not
   *     supported
   */
  public static void check(SqlNode query, String what) {
    new ContinuousQueryCheck(what).query(query);
  }

  /** A node where a query stands by right: at the top, in FROM, WITH or a set operation. */
  private void query(SqlNode node) {
    switch (node.getKind()) {
      case SELECT -> select((SqlSelect) node);
      case ORDER_BY -> orderBy((SqlOrderBy) node);
      case WITH -> {
        SqlWith with = (SqlWith) node;
        for (SqlNode item : with.withList) {
          SqlWithItem named = (SqlWithItem) item;
          if (named.recursive != null && named.recursive.booleanValue()) {
            refuse(named.name, "WITH RECURSIVE");
          }
          query(named.query);
        }
        query(with.body);
      }
      case UNION, EXCEPT, INTERSECT -> {
        SqlCall call = (SqlCall) node;
        if (node.getKind() != SqlKind.UNION && ((SqlSetOperator) call.getOperator()).isAll()) {
          refuse(
              node,
              node.getKind() + " ALL",
              node.getKind() + " without ALL, which gives each row once, is supported");
        }
        call.getOperandList().forEach(this::query);
      }
      case VALUES, EXPLICIT_TABLE -> node.accept(this);
      default -> node.accept(this);
    }
  }

  private void orderBy(SqlOrderBy node) {
    if (node.fetch != null) {
      node.fetch.accept(this);
    }
    if (node.offset != null) {
      node.offset.accept(this);
    }
    node.orderList.accept(this);
    if (!node.orderList.isEmpty() && node.fetch == null && node.offset == null) {
      refuse(
          node.orderList,
          "ORDER BY",
          "the rows of a view have no order; order them in the SELECT that reads it");
    }
    query(node.query);
  }

  private void select(SqlSelect select) {
    if (select.getFetch() != null) {
      refuse(select.getFetch(), "LIMIT");
    }
    if (select.getOffset() != null) {
      refuse(select.getOffset(), "OFFSET");
    }
    if (select.getOrderList() != null && !select.getOrderList().isEmpty()) {
      refuse(select.getOrderList(), "ORDER BY");
    }
    select.getWindowList().accept(this);
    if (select.getQualify() != null) {
      select.getQualify().accept(this);
    }
    select.getSelectList().accept(this);
    if (select.getFrom() != null) {
      from(select.getFrom());
    }
    if (select.getWhere() != null) {
      select.getWhere().accept(this);
    }
    if (select.getGroup() != null) {
      select.getGroup().accept(this);
    }
    if (select.getHaving() != null) {
      select.getHaving().accept(this);
    }
  }

  private void from(SqlNode node) {
    switch (node.getKind()) {
      case AS -> from(((SqlCall) node).operand(0));
      case IDENTIFIER, TABLE_REF -> {}
      case JOIN -> join((SqlJoin) node);
      case UNNEST -> refuse(node, "UNNEST");
      case LATERAL -> refuse(node, "LATERAL");
      case TABLESAMPLE -> refuse(node, "TABLESAMPLE");
      case MATCH_RECOGNIZE -> refuse(node, "MATCH_RECOGNIZE");
      case PIVOT -> refuse(node, "PIVOT");
      case UNPIVOT -> refuse(node, "UNPIVOT");
      case SNAPSHOT -> refuse(node, "FOR SYSTEM_TIME");
      case COLLECTION_TABLE -> tableFunction(node, ((SqlCall) node).operand(0));
      default -> query(node);
    }
  }

  private void join(SqlJoin join) {
    switch (join.getJoinType()) {
      case ASOF, LEFT_ASOF -> refuse(join.getJoinTypeNode(), "ASOF JOIN", join);
      default -> {
        from(join.getLeft());
        from(join.getRight());
        if (join.getCondition() != null) {
          join.getCondition().accept(this);
        }
      }
    }
  }

  private void tableFunction(SqlNode node, SqlNode call) {
    if (!(call instanceof SqlCall function) || !WindowFunctions.isTable(function)) {
      String name =
          call instanceof SqlCall other
              ? "the table function " + WindowFunctions.name(other)
              : "a table function";
      throw unsupported(
          Positions.of(node), "yet: " + name + " (" + WindowFunctions.TABLE_HINT + ")");
    }
    for (SqlNode operand : function.getOperandList()) {
      SqlNode argument =
          operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT
              ? ((SqlCall) operand).operand(0)
              : operand;
      if (argument.getKind() == SqlKind.SET_SEMANTICS_TABLE) {
        argument = ((SqlCall) argument).operand(0);
      }
      if (argument.isA(SqlKind.QUERY)) {
        query(argument);
      }
    }
  }

  @Override
  public Void visit(SqlCall call) {
    switch (call.getKind()) {
      case SELECT, ORDER_BY, WITH, UNION, EXCEPT, INTERSECT -> query(call);
      case OVER -> over(call);
      case UNIQUE -> refuse(call, "UNIQUE");
      case WITHIN_GROUP -> refuse(call, "WITHIN GROUP");
      case WITHIN_DISTINCT -> refuse(call, "WITHIN DISTINCT");
      case RESPECT_NULLS, IGNORE_NULLS -> refuse(call, call.getKind().sql);
      case ARRAY_VALUE_CONSTRUCTOR, ARRAY_QUERY_CONSTRUCTOR -> refuse(call, "ARRAY");
      case MAP_VALUE_CONSTRUCTOR, MAP_QUERY_CONSTRUCTOR -> refuse(call, "MAP");
      case MULTISET_VALUE_CONSTRUCTOR, MULTISET_QUERY_CONSTRUCTOR -> refuse(call, "MULTISET");
      case CURSOR -> refuse(call, "CURSOR");
      default -> {
        if (WindowFunctions.isGroup(call)) {
          refuse(
              call,
              "the window function " + WindowFunctions.name(call),
              WindowFunctions.GROUP_HINT);
        }
        function(call, call.getOperator().getName());
        count(call);
        operands(call);
      }
    }
    return null;
  }

  private void over(SqlCall call) {
    String name =
        call.operand(0) instanceof SqlCall function ? function.getOperator().getName() : "";
    if (!RANKS.contains(name.toUpperCase(Locale.ROOT))) {
      refuse(
          call,
          "a window function (OVER)",
          "ROW_NUMBER, RANK and DENSE_RANK are supported, and GROUP BY where one row a group does");
    }
    operands(call);
  }

  private void count(SqlCall call) {
    if (call.getOperator().getName().equalsIgnoreCase("COUNT")
        && (call.operandCount() > 1
            || (call.operandCount() == 1 && call.operand(0).getKind() == SqlKind.ROW))) {
      refuse(
          call,
          "COUNT of several columns",
          "count the rows of a subquery, SELECT DISTINCT of these columns, in FROM");
    }
  }

  private void operands(SqlCall call) {
    call.getOperandList().stream()
        .filter(Objects::nonNull)
        .forEach(operand -> operand.accept(this));
  }

  private void function(SqlNode node, String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    if (CLOCKS.contains(upper)) {
      reject(
          node,
          upper + ", because its value changes without any change of the input",
          "use a column of the input instead");
    }
    if (upper.equals("PROCTIME")) {
      reject(
          node,
          "PROCTIME() among other things, because its value changes without any change of the input",
          "give the source a column of its own for it, p_time AS PROCTIME()");
    }
    if (CHANCE.contains(upper)) {
      reject(
          node,
          upper + ", because it gives another value each time it is computed",
          "put the value into the input instead");
    }
    if (SESSION.contains(upper)) {
      reject(node, upper + ", because it depends on who asks", "");
    }
    if (FORMATS.contains(upper)) {
      reject(
          node,
          upper + ", because its value depends on the session's language",
          "use CAST, EXTRACT or FLOOR(time TO …) instead");
    }
    String aggregate = upper.startsWith("JSON_ARRAYAGG") ? "JSON_ARRAYAGG" : upper;
    aggregate = aggregate.startsWith("JSON_OBJECTAGG") ? "JSON_OBJECTAGG" : aggregate;
    if (AGGREGATES_WITHOUT_OPERATOR.contains(aggregate)) {
      refuse(
          node,
          "the aggregate function " + aggregate,
          "COUNT, SUM, AVG, MIN, MAX, EVERY (BOOL_AND) and SOME (BOOL_OR) are supported");
    }
  }

  @Override
  public Void visit(SqlIdentifier identifier) {
    if (identifier.isSimple() && !identifier.isStar()) {
      String upper = identifier.getSimple().toUpperCase(Locale.ROOT);
      boolean quoted = identifier.isComponentQuoted(0);
      if (!quoted
          && (upper.startsWith("CURRENT_") || upper.startsWith("LOCALTIME"))
          && (CLOCKS.contains(upper) || SESSION.contains(upper))) {
        function(identifier, upper);
      }
    }
    return null;
  }

  @Override
  public Void visit(SqlDynamicParam param) {
    refuse(param, "a parameter (?)");
    return null;
  }

  private void refuse(SqlNode node, String construct) {
    refuse(node, construct, "");
  }

  private void refuse(SqlNode node, String construct, SqlNode fallbackPosition) {
    SourcePosition position = Positions.of(node);
    throw unsupported(
        position == null ? Positions.of(fallbackPosition) : position, "yet: " + construct);
  }

  private void refuse(SqlNode node, String construct, String hint) {
    throw unsupported(
        Positions.of(node), "yet: " + construct + (hint.isEmpty() ? "" : " (" + hint + ")"));
  }

  private void reject(SqlNode node, String construct, String hint) {
    throw unsupported(Positions.of(node), ": " + construct + (hint.isEmpty() ? "" : "; " + hint));
  }

  private MillraceException unsupported(SourcePosition position, String rest) {
    String message = "not supported in " + where + (rest.startsWith(":") ? "" : " ") + rest;
    return new MillraceException(ErrorCode.UNSUPPORTED, position, message, null);
  }
}
