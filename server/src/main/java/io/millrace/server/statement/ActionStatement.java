package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A statement without parameters that is done as a whole each time it is executed. */
final class ActionStatement implements PreparedStatement {
  /** What is done at each execution. */
  @FunctionalInterface
  interface Action {
    StatementResult execute(AtomicBoolean cancelled);
  }

  private final String sql;
  private final Optional<RowType> rowType;
  private final Action action;

  private ActionStatement(String sql, Optional<RowType> rowType, Action action) {
    this.sql = sql;
    this.rowType = rowType;
    this.action = action;
  }

  /** A statement that answers nothing but that it is done. */
  static ActionStatement command(String sql, Action action) {
    return new ActionStatement(sql, Optional.empty(), action);
  }

  /** A statement that answers rows. */
  static ActionStatement rows(String sql, RowType rowType, Action action) {
    return new ActionStatement(sql, Optional.of(rowType), action);
  }

  @Override
  public String sql() {
    return sql;
  }

  @Override
  public Kind kind() {
    return rowType.isPresent() ? Kind.QUERY : Kind.COMMAND;
  }

  @Override
  public Optional<RowType> rowType() {
    return rowType;
  }

  @Override
  public List<DataType> parameters() {
    return List.of();
  }

  @Override
  public StatementResult execute(List<Object> parameters, AtomicBoolean cancelled) {
    if (!parameters.isEmpty()) {
      throw new MillraceException(
          ErrorCode.INVALID_STATEMENT,
          "The statement has no parameters, and " + parameters.size() + " were given.");
    }
    return Failures.guard(sql, () -> action.execute(cancelled));
  }
}
