package io.millrace.core.config;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A typed option as written in {@code WITH ('name' = 'value')} or on the command line.
 *
 * <p>A name may hold one {@code *}, which stands for any text, such as the name of a column in
 * {@code fields.*.kind}; see {@link #named}.
 *
 * @param <T> the type of its values
 */
public final class ConfigOption<T> {
  private final String name;
  private final Function<String, T> parser;
  private final String expects;
  private final T defaultValue;
  private final boolean required;
  private final boolean trimmed;
  private final String description;

  private ConfigOption(
      String name,
      Function<String, T> parser,
      String expects,
      T defaultValue,
      boolean required,
      boolean trimmed,
      String description) {
    this.name = name;
    this.parser = parser;
    this.expects = expects;
    this.defaultValue = defaultValue;
    this.required = required;
    this.trimmed = trimmed;
    this.description = description;
  }

  /** An option of any type; {@code expects} completes "must be …". */
  public static <T> ConfigOption<T> of(
      String name, Function<String, T> parser, String expects, String description) {
    return new ConfigOption<>(name, parser, expects, null, false, true, description);
  }

  public static ConfigOption<String> string(String name, String description) {
    return of(name, text -> text, "text", description);
  }

  /** Text of which blanks at its ends count, such as a separator. */
  public static <T> ConfigOption<T> verbatim(
      String name, Function<String, T> parser, String expects, String description) {
    return new ConfigOption<>(name, parser, expects, null, false, false, description);
  }

  public static ConfigOption<Integer> integer(String name, int min, int max, String description) {
    return of(
        name,
        text -> (int) parseInRange(text, min, max),
        "a whole number from " + min + " to " + max,
        description);
  }

  public static ConfigOption<Long> bigint(String name, long min, long max, String description) {
    return of(
        name,
        text -> parseInRange(text, min, max),
        "a whole number from " + min + " to " + max,
        description);
  }

  public static ConfigOption<Boolean> bool(String name, String description) {
    return of(
        name,
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException(text);
            },
        "true or false",
        description);
  }

  /** A duration such as {@code 100 ms}, {@code 1s}, {@code 5 min}. */
  public static ConfigOption<Duration> duration(String name, String description) {
    return of(name, Durations::parse, "a duration such as '100 ms', '1 s' or '5 min'", description);
  }

  /** A size such as {@code 64 MB}; see {@link DataSize}. */
  public static ConfigOption<DataSize> dataSize(String name, String description) {
    return of(name, DataSize::parse, "a size such as '512 KB', '64 MB' or '2 GB'", description);
  }

  /** One of an enum's constants, written in lower case with dashes. */
  public static <E extends Enum<E>> ConfigOption<E> choice(
      String name, Class<E> type, String description) {
    String choices =
        Arrays.stream(type.getEnumConstants())
            .map(c -> "'" + spelled(c) + "'")
            .collect(Collectors.joining(", "));
    return of(
        name,
        text ->
            Arrays.stream(type.getEnumConstants())
                .filter(c -> spelled(c).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text)),
        "one of " + choices,
        description);
  }

  private static String spelled(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static long parseInRange(String text, long min, long max) {
    long value = Long.parseLong(text);
    if (value < min || value > max) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }

  public ConfigOption<T> withDefault(T value) {
    return new ConfigOption<>(name, parser, expects, value, false, trimmed, description);
  }

  /** This option, without which the statement is refused. */
  public ConfigOption<T> asRequired() {
    return new ConfigOption<>(name, parser, expects, null, true, trimmed, description);
  }

  /** This option with the {@code *} of its name replaced. */
  public ConfigOption<T> named(String text) {
    return new ConfigOption<>(
        name.replace("*", text), parser, expects, defaultValue, required, trimmed, description);
  }

  /** What stands for the {@code *} in a name, empty when the name is not of this pattern. */
  public Optional<String> match(String actualName) {
    int star = name.indexOf('*');
    if (star < 0) {
      return Optional.empty();
    }
    String prefix = name.substring(0, star);
    String suffix = name.substring(star + 1);
    return actualName.length() > prefix.length() + suffix.length()
            && actualName.startsWith(prefix)
            && actualName.endsWith(suffix)
        ? Optional.of(actualName.substring(prefix.length(), actualName.length() - suffix.length()))
        : Optional.empty();
  }

  public String name() {
    return name;
  }

  public String description() {
    return description;
  }

  public boolean isRequired() {
    return required;
  }

  public Optional<T> defaultValue() {
    return Optional.ofNullable(defaultValue);
  }

  /** The value of {@code text}; {@link ErrorCode#INVALID_OPTION} if it is not one. */
  public T parse(String text) {
    return parse(text, name);
  }

  T parse(String text, String actualName) {
    try {
      return parser.apply(trimmed ? text.trim() : text);
    } catch (IllegalArgumentException e) {
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          "Option '" + actualName + "' must be " + expects + ", but is '" + text + "'.",
          e);
    }
  }
}
