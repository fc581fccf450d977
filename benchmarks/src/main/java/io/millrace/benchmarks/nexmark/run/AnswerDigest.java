package io.millrace.benchmarks.nexmark.run;

import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * A digest of a multiset of rows that does not depend on their order: the sum of a hash of each row
 * times its weight. So changes can be added as they come, and a row taken back leaves no trace. For
 * one thread; digests of parts are added up.
 */
public final class AnswerDigest {
  private static final long START = 0x9E3779B97F4A7C15L;
  private static final long PRIME = 0x100000001B3L;
  private static final String NULL = "\u0000null";

  private long sum;
  private long rows;
  private long row = START;

  /** Adds a field to the current row: numbers by value, dates as in ISO 8601. */
  public void field(Object value) {
    String text;
    if (value == null) {
      text = NULL;
    } else if (value instanceof BigDecimal decimal) {
      text =
          (decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros()).toPlainString();
    } else if (value instanceof Long || value instanceof Integer || value instanceof LocalDate) {
      text = value.toString();
    } else if (value instanceof String string) {
      text = string;
    } else {
      throw new IllegalArgumentException("No digest of " + value.getClass());
    }
    for (int i = 0; i < text.length(); i++) {
      row = (row ^ text.charAt(i)) * PRIME;
    }
    row = mix(row + text.length());
  }

  /** Ends the current row. */
  public void endRow(long weight) {
    sum += mix(row) * weight;
    rows += weight;
    row = START;
  }

  public void add(AnswerDigest other) {
    sum += other.sum;
    rows += other.rows;
  }

  /** How many rows there are, rows taken back subtracted. */
  public long rows() {
    return rows;
  }

  public String toHex() {
    return String.format("%016x", sum);
  }

  private static long mix(long z) {
    long y = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    y = (y ^ (y >>> 27)) * 0x94D049BB133111EBL;
    return y ^ (y >>> 31);
  }
}
