package io.millrace.server.statement;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A command as a statement. */
record CommandStatement(String sql, Command command) implements PreparedStatement {
  @Override
  public Kind kind() {
    return Kind.COMMAND;
  }

  @Override
  public Optional<RowType> rowType() {
    return Optional.empty();
  }

  @Override
  public List<DataType> parameters() {
    return List.of();
  }

  @Override
  public StatementResult execute(List<Object> parameters, AtomicBoolean cancelled) {
    command.run(cancelled);
    return new StatementResult.Done(command.tag());
  }
}
