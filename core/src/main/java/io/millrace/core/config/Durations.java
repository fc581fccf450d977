package io.millrace.core.config;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 250ms}, {@code 1 s}, {@code 5 min}, {@code 2 h}. */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*([a-z]+)");

  private Durations() {}

  /** Throws IllegalArgumentException for anything else. */
  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException("Not a duration: " + text);
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s", "sec", "second", "seconds" -> Duration.ofSeconds(amount);
      case "m", "min", "minute", "minutes" -> Duration.ofMinutes(amount);
      case "h", "hour", "hours" -> Duration.ofHours(amount);
      case "d", "day", "days" -> Duration.ofDays(amount);
      default -> throw new IllegalArgumentException("Not a duration: " + text);
    };
  }
}
