package io.millrace.server.query;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.planner.adhoc.AdHocErrors;

/**
 * Why a query's constants cannot be computed. Generated code computes them when its class is
 * initialized, and from the second time on the JVM does not say any more what was wrong.
 * Thread-safe.
 */
final class ConstantFailure {
  private volatile MillraceException first;

  /** The error that a user sees for what the JVM threw. */
  MillraceException failure(LinkageError error) {
    MillraceException known = first;
    if (known != null) {
      return known;
    }
    Throwable cause = error.getCause();
    MillraceException failure =
        error instanceof ExceptionInInitializerError && cause instanceof RuntimeException wrong
            ? AdHocErrors.translate(wrong)
            : new MillraceException(ErrorCode.INTERNAL_ERROR, "The query failed: " + error, error);
    first = failure;
    return failure;
  }
}
