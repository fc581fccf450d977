package io.millrace.core.config;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Option values by name, read through {@link ConfigOption}s. Immutable. */
public final class Options {
  private final Map<String, String> values;

  private Options(Map<String, String> values) {
    this.values = new LinkedHashMap<>(values);
  }

  public static Options of(Map<String, String> values) {
    return new Options(values);
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
      if (known.stream().noneMatch(option -> option.name().equals(name))) {
        String suggestion =
            Suggestions.closest(name, known.stream().map(ConfigOption::name).toList())
                .map(closest -> " Did you mean '" + closest + "'?")
                .orElse("");
        throw new MillraceException(
            ErrorCode.INVALID_OPTION,
            "Unknown option '" + name + "' of " + subject + "." + suggestion);
      }
    }
    for (ConfigOption<?> option : known) {
      if (option.isRequired()) {
        get(option);
      } else {
        find(option);
      }
    }
  }
}
