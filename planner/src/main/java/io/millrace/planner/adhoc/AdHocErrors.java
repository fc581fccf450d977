package io.millrace.planner.adhoc;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.function.DivisionByZero;
import io.millrace.core.function.ValueFaults;
import java.time.DateTimeException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.runtime.Like;

/**
 * Tells users what failed while a query ran. What kind of error it is follows from the class of
 * what was thrown: messages quote values, and a value may hold any word.
 */
public final class AdHocErrors {
  private AdHocErrors() {}

  /** The error with its code, for whatever generated code or Calcite's runtime threw. */
  public static MillraceException translate(RuntimeException error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof MillraceException known) {
        return known;
      }
    }
    Throwable root = error;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    ErrorCode code = code(root);
    return new MillraceException(code, message(code, root), error);
  }

  private static String message(ErrorCode code, Throwable error) {
    return switch (code) {
      case CARDINALITY_VIOLATION -> "A sub-query that stands for a value has more than one row";
      default -> ValueFaults.describe(error);
    };
  }

  private static ErrorCode code(Throwable error) {
    if (error instanceof ArithmeticException) {
      return DivisionByZero.is(error) ? ErrorCode.DIVISION_BY_ZERO : ErrorCode.NUMERIC_OUT_OF_RANGE;
    }
    if (error instanceof IllegalStateException && isGenerated(thrower(error))) {
      // SINGLE_VALUE is all that throws it.
      return ErrorCode.CARDINALITY_VIOLATION;
    }
    boolean aboutValue =
        error instanceof IllegalArgumentException
            || error instanceof CalciteException
            || error instanceof DateTimeException
            || error.getClass() == RuntimeException.class && isPattern(thrower(error));
    return aboutValue ? ErrorCode.INVALID_VALUE : ErrorCode.INTERNAL_ERROR;
  }

  /** The name of the class that threw, empty if it is not known. */
  private static String thrower(Throwable error) {
    StackTraceElement[] trace = error.getStackTrace();
    return trace.length == 0 ? "" : trace[0].getClassName();
  }

  /** Classes of generated code are in no package. */
  private static boolean isGenerated(String className) {
    return !className.isEmpty() && className.indexOf('.') < 0;
  }

  /** Calcite has no class of its own for the error of a pattern of LIKE or SIMILAR TO. */
  private static boolean isPattern(String className) {
    return className.equals(Like.class.getName());
  }
}
