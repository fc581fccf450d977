package io.millrace.server.statement;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.error.MillraceException;
import io.millrace.server.database.Database;
import io.millrace.server.result.RowCursor;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A session as tests use it: statements in, text out. */
public final class SqlClient implements AutoCloseable {
  private final Session session;

  public SqlClient(Database database) {
    this.session = database.newSession("test");
  }

  public Session session() {
    return session;
  }

  /** Executes statements that answer no rows. */
  public void run(String... statements) {
    for (String sql : statements) {
      StatementResult result = session.execute(sql);
      if (result instanceof StatementResult.Rows rows) {
        rows.cursor().close();
        throw new IllegalArgumentException("These are rows: " + sql);
      }
    }
  }

  /** The tag of a command. */
  public String tag(String sql) {
    return ((StatementResult.Done) session.execute(sql)).tag();
  }

  /** All rows of an answer, values separated by {@code |}. */
  public List<String> rows(String sql) {
    List<String> lines = new ArrayList<>();
    try (RowCursor cursor = ((StatementResult.Rows) session.execute(sql)).cursor()) {
      while (!cursor.ended()) {
        for (Object[] row : cursor.next(100, Duration.ZERO)) {
          lines.add(Arrays.stream(row).map(String::valueOf).collect(Collectors.joining("|")));
        }
      }
    }
    return lines;
  }

  /** The error of a statement that fails. */
  public MillraceException error(String sql) {
    MillraceException error =
        catchThrowableOfType(MillraceException.class, () -> session.execute(sql));
    if (error == null) {
      throw new AssertionError("This should have failed: " + sql);
    }
    return error;
  }

  @Override
  public void close() {
    session.close();
  }
}
