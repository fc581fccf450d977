package io.millrace.server.statement;

import io.millrace.planner.catalog.CatalogReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * The relations that a query names in its FROM clauses, wherever they stand, without the names that
 * its WITH clauses give. Looks at a tree as it was parsed.
 */
final class ReferencedRelations extends SqlBasicVisitor<Void> {
  private final Set<String> found = new LinkedHashSet<>();

  /** The names that WITH clauses around the current place give, innermost first. */
  private final Deque<Set<String>> local = new ArrayDeque<>();

  private ReferencedRelations() {}

  /** The names in the order in which they first stand in the query. */
  static List<String> of(SqlNode query) {
    ReferencedRelations search = new ReferencedRelations();
    if (query instanceof SqlIdentifier name) {
      search.relation(name);
    } else {
      query.accept(search);
    }
    return List.copyOf(search.found);
  }

  @Override
  public Void visit(SqlCall call) {
    if (call instanceof SqlSelect select) {
      select(select);
    } else if (call instanceof SqlWith with) {
      with(with);
    } else if (call.getKind() == SqlKind.EXPLICIT_TABLE) {
      from(call.operand(0));
    } else {
      all(call.getOperandList());
    }
    return null;
  }

  @Override
  public Void visit(SqlNodeList list) {
    all(list.getList());
    return null;
  }

  private void all(List<? extends SqlNode> nodes) {
    for (SqlNode node : nodes) {
      if (node != null) {
        node.accept(this);
      }
    }
  }

  private void select(SqlSelect select) {
    SqlNode from = select.getFrom();
    if (from != null) {
      from(from);
    }
    for (SqlNode operand : select.getOperandList()) {
      if (operand != null && operand != from) {
        operand.accept(this);
      }
    }
  }

  private void with(SqlWith with) {
    Set<String> names = new HashSet<>();
    local.push(names);
    for (SqlNode item : with.withList) {
      // An item sees those before it.
      ((SqlWithItem) item).query.accept(this);
      names.add(((SqlWithItem) item).name.getSimple());
    }
    with.body.accept(this);
    local.pop();
  }

  private void from(SqlNode from) {
    if (from instanceof SqlIdentifier name) {
      relation(name);
    } else if (from instanceof SqlJoin join) {
      from(join.getLeft());
      from(join.getRight());
      if (join.getCondition() != null) {
        join.getCondition().accept(this);
      }
    } else if (from instanceof SqlCall call && takesRelation(call.getKind())) {
      from(call.operand(0));
      all(call.getOperandList().subList(1, call.operandCount()));
    } else {
      from.accept(this);
    }
  }

  /** Whether the first operand stands for a relation. */
  private static boolean takesRelation(SqlKind kind) {
    return switch (kind) {
      case AS, TABLE_REF, TABLESAMPLE, LATERAL, SNAPSHOT, EXTEND, MATCH_RECOGNIZE, PIVOT, UNPIVOT ->
          true;
      default -> false;
    };
  }

  private void relation(SqlIdentifier name) {
    if (name.isSimple()) {
      String simple = name.getSimple();
      if (local.stream().noneMatch(names -> names.contains(simple))) {
        found.add(simple);
      }
    } else if (name.names.size() == 2 && name.names.get(0).equals(CatalogReader.SCHEMA)) {
      found.add(name.names.get(1));
    }
  }
}
