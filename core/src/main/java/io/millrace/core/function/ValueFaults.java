package io.millrace.core.function;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in a user's words why a value could not be computed. */
public final class ValueFaults {
  /** What Java says of text that is no number. */
  private static final Pattern NO_NUMBER =
      Pattern.compile("For input string: \"(.*)\"(?: under radix 10)?", Pattern.DOTALL);

  private ValueFaults() {}

  /**
   * @param fault what an expression threw
   * @return one sentence without its full stop, never null
   */
  public static String describe(Throwable fault) {
    String said = fault.getMessage();
    if (fault instanceof NumberFormatException) {
      Matcher text = NO_NUMBER.matcher(String.valueOf(said));
      return (text.matches() ? "'" + text.group(1) + "'" : "The text")
          + " is not a number, or out of range";
    }
    if (DivisionByZero.is(fault)) {
      return DivisionByZero.MESSAGE;
    }
    if (said == null) {
      return fault.getClass().getSimpleName();
    }
    if (fault instanceof ArithmeticException) {
      return switch (said) {
        case "integer overflow" -> "The result is out of the range of INTEGER";
        case "long overflow" -> "The result is out of the range of BIGINT";
        default -> said;
      };
    }
    return said;
  }
}
