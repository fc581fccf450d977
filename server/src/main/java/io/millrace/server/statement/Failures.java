package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps faults of the planner from being more than the failure of one statement. */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /**
   * Does the work; whatever it throws comes out as a MillraceException.
   *
   * @param sql for the log
   */
  static <T> T guard(String sql, Supplier<T> work) {
    try {
      return work.get();
    } catch (MillraceException e) {
      if (e.code() == ErrorCode.INTERNAL_ERROR) {
        LOG.error("A statement has failed: {}", sql, e);
      }
      throw e;
    } catch (StackOverflowError e) {
      LOG.warn("A statement is nested too deeply: {}", abbreviated(sql));
      throw new MillraceException(
          ErrorCode.LIMIT_EXCEEDED,
          "The statement is nested too deeply to be planned. Divide it into views.",
          e);
    } catch (OutOfMemoryError e) {
      LOG.error("A statement has run out of memory: {}", abbreviated(sql), e);
      throw new MillraceException(
          ErrorCode.OUT_OF_MEMORY, "The statement needs more memory than there is.", e);
    } catch (RuntimeException | AssertionError | LinkageError e) {
      LOG.error("A statement has failed: {}", sql, e);
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR,
          "This statement has met a fault in Millrace; the log has more. It says: " + e,
          e);
    }
  }

  private static String abbreviated(String sql) {
    return sql.length() <= 500 ? sql : sql.substring(0, 500) + "…";
  }
}
