package io.millrace.planner.adhoc;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.Locale;

/** Tells users what failed while a query ran. */
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
    String message = String.valueOf(root.getMessage());
    ErrorCode code = code(root, message);
    String told = code == ErrorCode.DIVISION_BY_ZERO ? "Division by zero" : message;
    return new MillraceException(code, told, error);
  }

  private static ErrorCode code(Throwable error, String message) {
    String lower = message.toLowerCase(Locale.ROOT);
    if (error instanceof ArithmeticException
        && (lower.contains("by zero") || lower.contains("division undefined"))) {
      return ErrorCode.DIVISION_BY_ZERO;
    }
    boolean range =
        lower.contains("overflow")
            || lower.contains("out of range")
            || lower.contains("cannot be represented")
            || lower.contains("does not fit");
    if (error instanceof ArithmeticException || range) {
      return ErrorCode.NUMERIC_OUT_OF_RANGE;
    }
    if (lower.contains("cancel")) {
      return ErrorCode.CANCELLED;
    }
    boolean aboutValue =
        error instanceof IllegalArgumentException
            || error instanceof org.apache.calcite.runtime.CalciteException
            || error instanceof java.time.DateTimeException;
    return aboutValue ? ErrorCode.INVALID_VALUE : ErrorCode.INTERNAL_ERROR;
  }
}
