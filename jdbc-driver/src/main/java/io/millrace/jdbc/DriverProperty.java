package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;

/** The properties of a connection: in the URL after {@code ?}, or in {@code Properties}. */
enum DriverProperty {
  USER("user", null, "Name of the user, if the server has users"),
  PASSWORD("password", null, "Password of the user"),
  SCHEMA("schema", null, "Schema in which unqualified names are looked up"),
  CONNECT_TIMEOUT("connectTimeout", "10", "Seconds to wait for a connection, 0 for no bound"),
  SOCKET_TIMEOUT("socketTimeout", "0", "Seconds to wait for each answer, 0 for no bound"),
  FETCH_SIZE("fetchSize", "1000", "Rows fetched at once unless the statement says otherwise"),
  SSL("ssl", "false", "Whether to connect by TLS (https)"),
  KEEP("keep", "false", "Whether an in-process database stays open without connections");

  private final String key;
  private final String defaultValue;
  private final String description;

  DriverProperty(String key, String defaultValue, String description) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.description = description;
  }

  String key() {
    return key;
  }

  /** Returns the property of that name in any case, or null. */
  static DriverProperty byKey(String key) {
    for (DriverProperty property : values()) {
      if (property.key.equalsIgnoreCase(key)) {
        return property;
      }
    }
    return null;
  }

  /** Returns the value, the default when it is not set, or null when there is none. */
  String get(Map<String, String> properties) {
    return properties.getOrDefault(key, defaultValue);
  }

  /** Returns the value as a whole number, at least 0. */
  int getInt(Map<String, String> properties) throws SQLException {
    String value = get(properties);
    try {
      int number = Integer.parseInt(value.trim());
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw invalid(value, "a whole number", e);
    }
    throw invalid(value, "a whole number, 0 or more", null);
  }

  boolean getBoolean(Map<String, String> properties) throws SQLException {
    String value = get(properties);
    return switch (value.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalid(value, "true or false", null);
    };
  }

  private SQLException invalid(String value, String expected, Throwable cause) {
    return SqlErrors.of(
        SqlStates.INVALID_ARGUMENT,
        "the connection property " + key + " must be " + expected + ", not '" + value + "'",
        cause);
  }

  /** Returns the description for tools, with the value that {@code properties} give it. */
  DriverPropertyInfo info(Map<String, String> properties) {
    DriverPropertyInfo info = new DriverPropertyInfo(key, get(properties));
    info.description = description;
    if ("true".equals(defaultValue) || "false".equals(defaultValue)) {
      info.choices = new String[] {"true", "false"};
    }
    return info;
  }
}
