package io.millrace.planner.validate;

import io.millrace.core.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** Finds subqueries in expressions, for errors of algebra, which knows of no text. */
public final class SubQueryPositions extends SqlBasicVisitor<Void> {
  private final List<SqlNode> found = new ArrayList<>();

  private SubQueryPositions() {}

  /** Where the subquery begins if the query has exactly one in its expressions, else null. */
  public static SourcePosition only(SqlNode query) {
    SubQueryPositions positions = new SubQueryPositions();
    positions.query(query);
    return positions.found.size() == 1 ? Positions.of(positions.found.get(0)) : null;
  }

  @Override
  public Void visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY)) {
      found.add(call);
      query(call);
    } else {
      call.getOperandList().stream()
          .filter(Objects::nonNull)
          .forEach(operand -> operand.accept(this));
    }
    return null;
  }

  /** A node where a query or a relation stands by right. */
  private void query(SqlNode node) {
    if (node instanceof SqlSelect select) {
      for (SqlNode part : select.getOperandList()) {
        if (part != null && part != select.getFrom()) {
          part.accept(this);
        }
      }
      if (select.getFrom() != null) {
        query(select.getFrom());
      }
    } else if (node instanceof SqlJoin join) {
      query(join.getLeft());
      query(join.getRight());
      if (join.getCondition() != null) {
        join.getCondition().accept(this);
      }
    } else if (node instanceof SqlWithItem item) {
      query(item.query);
    } else if (node instanceof Iterable<?> list) {
      list.forEach(item -> query((SqlNode) item));
    } else if (node instanceof SqlCall call) {
      call.getOperandList().stream().filter(Objects::nonNull).forEach(this::query);
    }
  }
}
