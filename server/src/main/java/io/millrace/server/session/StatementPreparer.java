package io.millrace.server.session;

import io.millrace.parser.ParsedStatement;

/** Makes statements ready to be executed. Thread-safe. */
@FunctionalInterface
public interface StatementPreparer {
  /**
   * @param session in which it will run
   * @throws io.millrace.core.error.MillraceException if it is wrong, with the place
   */
  PreparedStatement prepare(ParsedStatement statement, Session session);
}
