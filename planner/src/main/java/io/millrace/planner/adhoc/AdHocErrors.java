package io.millrace.planner.adhoc;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.runtime.Like;

/**
 * Tells users what failed while a query ran. What kind of error it is follows from the class of
 * what was thrown: messages quote values, and a value may hold any word.
 */
public final class AdHocErrors {
  /** What the arithmetic of this JVM says of a division by zero; it has no class of its own. */
  private static final Set<String> DIVISIONS_BY_ZERO =
      Stream.<Supplier<Object>>of(
              () -> 1 / zero(),
              () -> BigInteger.ONE.divide(BigInteger.ZERO),
              () -> BigDecimal.ONE.divide(BigDecimal.ZERO, RoundingMode.UNNECESSARY),
              () -> BigDecimal.ONE.divideToIntegralValue(BigDecimal.ZERO),
              () -> BigDecimal.ZERO.divide(BigDecimal.ZERO, RoundingMode.UNNECESSARY),
              () -> BigDecimal.ZERO.divideToIntegralValue(BigDecimal.ZERO))
          .map(AdHocErrors::arithmeticMessage)
          .collect(Collectors.toUnmodifiableSet());

  private AdHocErrors() {}

  private static int zero() {
    return BigInteger.ZERO.intValue();
  }

  private static String arithmeticMessage(Supplier<Object> division) {
    try {
      return "no error but " + division.get();
    } catch (ArithmeticException e) {
      return String.valueOf(e.getMessage());
    }
  }

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
      case DIVISION_BY_ZERO -> "Division by zero";
      case CARDINALITY_VIOLATION -> "A sub-query that stands for a value has more than one row";
      default -> String.valueOf(error.getMessage());
    };
  }

  private static ErrorCode code(Throwable error) {
    if (error instanceof ArithmeticException) {
      return DIVISIONS_BY_ZERO.contains(String.valueOf(error.getMessage()))
          ? ErrorCode.DIVISION_BY_ZERO
          : ErrorCode.NUMERIC_OUT_OF_RANGE;
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
