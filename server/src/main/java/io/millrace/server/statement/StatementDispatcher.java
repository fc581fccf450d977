package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.parser.ParsedStatement;
import io.millrace.parser.ddl.SqlCheckpoint;
import io.millrace.server.session.PreparedStatement;
import io.millrace.server.session.Session;
import io.millrace.server.session.StatementPreparer;

/** Tells the kinds of statements apart. Thread-safe. */
public final class StatementDispatcher implements StatementPreparer {
  private final StatementServices services;

  public StatementDispatcher(StatementServices services) {
    this.services = services;
  }

  @Override
  public PreparedStatement prepare(ParsedStatement statement, Session session) {
    if (statement.node() instanceof SqlCheckpoint) {
      return new CommandStatement(statement.text(), new CheckpointCommand(services.engine()));
    }
    throw new MillraceException(
        ErrorCode.UNSUPPORTED, statement.start(), "not supported: this kind of statement", null);
  }
}
