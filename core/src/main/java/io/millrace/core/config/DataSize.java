package io.millrace.core.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of memory or disk, in powers of 1,024.
 *
 * @param bytes not negative
 */
public record DataSize(long bytes) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*(b|kb|mb|gb|tb)?");

  public DataSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("A size is not negative: " + bytes);
    }
  }

  public static DataSize megabytes(long amount) {
    return new DataSize(Math.multiplyExact(amount, 1L << 20));
  }

  /**
   * Reads {@code 512 KB}, {@code 64MB}, {@code 2 gb}; throws IllegalArgumentException otherwise.
   */
  public static DataSize parse(String text) {
    Matcher matcher = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException("Not a size: " + text);
    }
    int shift =
        matcher.group(2) == null
            ? 0
            : switch (matcher.group(2)) {
              case "kb" -> 10;
              case "mb" -> 20;
              case "gb" -> 30;
              case "tb" -> 40;
              default -> 0;
            };
    long amount = Long.parseLong(matcher.group(1));
    if (amount > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException("Too large a size: " + text);
    }
    return new DataSize(amount << shift);
  }
}
