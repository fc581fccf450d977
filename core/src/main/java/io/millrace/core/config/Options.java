package io.millrace.core.config;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Option values by name, read through {@link ConfigOption}s. Immutable. */
public final class Options {
  private final Map<String, String> values;

  private Options(Map<String, String> values) {
    this.values = new LinkedHashMap<>(values);
  }

  public static Options of(Map<String, String> values) {
    return new Options(values);
  }

  /** The names given, in the order of the statement. */
  public Set<String> names() {
    return Collections.unmodifiableSet(values.keySet());
  }

  /** The value, the default, or {@link ErrorCode#INVALID_OPTION} when neither is there. */
  public <T> T get(ConfigOption<T> option) {
    return find(option)
        .orElseThrow(
            () ->
                new MillraceException(
                    ErrorCode.INVALID_OPTION,
                    "Option '" + option.name() + "' is missing: " + option.description()));
  }

  /** The value or the default, empty when neither is there. */
  public <T> Optional<T> find(ConfigOption<T> option) {
    String text = values.get(option.name());
    return text == null ? option.defaultValue() : Optional.of(option.parse(text));
  }

  /**
   * Checks that every option given is known, and every required one is given, and that all values
   * parse.
   *
   * @param subject what the options belong to, such as {@code connector 'filesystem'}
   */
  public void validate(String subject, Collection<ConfigOption<?>> known) {
    for (String name : values.keySet()) {
      known.stream()
          .filter(option -> option.name().equals(name) || option.match(name).isPresent())
          .findFirst()
          .orElseThrow(() -> unknown(name, subject, known))
          .parse(values.get(name), name);
    }
    for (ConfigOption<?> option : known) {
      if (option.isRequired()) {
        get(option);
      }
    }
  }

  private static MillraceException unknown(
      String name, String subject, Collection<ConfigOption<?>> known) {
    String suggestion =
        Suggestions.closest(name, known.stream().map(option -> filled(option, name)).toList())
            .map(closest -> " Did you mean '" + closest + "'?")
            .orElse("");
    return new MillraceException(
        ErrorCode.INVALID_OPTION, "Unknown option '" + name + "' of " + subject + "." + suggestion);
  }

  /** The name of the option; of a pattern, with the part of {@code name} that fits it best. */
  private static String filled(ConfigOption<?> option, String name) {
    int first = name.indexOf('.');
    int last = name.lastIndexOf('.');
    return first < last
        ? option.name().replace("*", name.substring(first + 1, last))
        : option.name();
  }
}
