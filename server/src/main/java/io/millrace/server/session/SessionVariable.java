package io.millrace.server.session;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.Locale;

/** What SET can change, with its default. */
public enum SessionVariable {
  APPLICATION_NAME("", "what the client calls itself") {
    @Override
    String check(String value) {
      return value;
    }
  },
  TIME_ZONE("UTC", "of values without one; it is always UTC") {
    @Override
    String check(String value) {
      if (!value.equalsIgnoreCase("UTC") && !value.equalsIgnoreCase("Z")) {
        throw new MillraceException(
            ErrorCode.UNSUPPORTED,
            "not supported: the time zone is always 'UTC', not '" + value + "'");
      }
      return "UTC";
    }
  };

  private final String defaultValue;
  private final String description;

  SessionVariable(String defaultValue, String description) {
    this.defaultValue = defaultValue;
    this.description = description;
  }

  /** The value as it is kept; throws if it is not one. */
  abstract String check(String value);

  /** The name that users write. */
  public String spelled() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String defaultValue() {
    return defaultValue;
  }

  public String description() {
    return description;
  }
}
