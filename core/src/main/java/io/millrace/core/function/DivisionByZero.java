package io.millrace.core.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells divisions by zero from other errors of arithmetic, which Java gives no class of its own.
 */
public final class DivisionByZero {
  /** What users are told. */
  public static final String MESSAGE = "Division by zero";

  /** What the arithmetic of this JVM says of it, and what {@link SqlDoubles} says. */
  private static final Set<String> MESSAGES =
      Stream.concat(
              Stream.of(MESSAGE),
              Stream.<Supplier<Object>>of(
                      () -> 1 / zero(),
                      () -> BigInteger.ONE.divide(BigInteger.ZERO),
                      () -> BigDecimal.ONE.divide(BigDecimal.ZERO, RoundingMode.UNNECESSARY),
                      () -> BigDecimal.ONE.divideToIntegralValue(BigDecimal.ZERO),
                      () -> BigDecimal.ZERO.divide(BigDecimal.ZERO, RoundingMode.UNNECESSARY),
                      () -> BigDecimal.ZERO.divideToIntegralValue(BigDecimal.ZERO))
                  .map(DivisionByZero::messageOf))
          .collect(Collectors.toUnmodifiableSet());

  private DivisionByZero() {}

  private static int zero() {
    return BigInteger.ZERO.intValue();
  }

  private static String messageOf(Supplier<Object> division) {
    try {
      return "no error but " + division.get();
    } catch (ArithmeticException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Whether an error is a division by zero of whole numbers, decimals or doubles. */
  public static boolean is(Throwable error) {
    return error instanceof ArithmeticException && MESSAGES.contains(error.getMessage());
  }
}
