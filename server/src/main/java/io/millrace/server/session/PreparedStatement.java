package io.millrace.server.session;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.server.result.StatementResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A statement that was parsed and checked, to be executed any number of times. It is planned anew
 * when the catalog has changed meanwhile. For one thread at a time.
 */
public interface PreparedStatement {
  /** What kind of answer a statement gives. */
  enum Kind {
    /** Rows that end. */
    QUERY,
    /** Rows that come as they happen and never end. */
    SUBSCRIPTION,
    /** A number of changed rows. */
    CHANGE,
    /** Nothing but that it is done. */
    COMMAND
  }

  /** The text it was made of. */
  String sql();

  Kind kind();

  /** The columns of its answer; empty for changes and commands. */
  Optional<RowType> rowType();

  /** The types of its parameters, in order. */
  List<DataType> parameters();

  /**
   * Executes it.
   *
   * @param parameters one for each of {@link #parameters}, as {@link
   *     io.millrace.executor.read.RelationRows} has values
   * @param cancelled set by another thread to end it early, with the error CANCELLED
   */
  StatementResult execute(List<Object> parameters, AtomicBoolean cancelled);
}
