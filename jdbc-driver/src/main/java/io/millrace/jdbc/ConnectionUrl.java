package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A parsed URL with the properties that URL and caller give together; the caller's win.
 *
 * @param target where the database is
 * @param properties by name; those that the driver knows are spelled as it spells them
 */
record ConnectionUrl(Target target, Map<String, String> properties) {

  static final String PREFIX = "jdbc:millrace:";
  static final int DEFAULT_PORT = 8765;

  private static final String EMBEDDED = PREFIX + "embedded:";
  private static final String MEMORY = PREFIX + "memory:";
  private static final String FORMS =
      "A Millrace URL is one of jdbc:millrace://host:port/ (a server, port 8765 unless given),"
          + " jdbc:millrace:embedded:<directory> (in this process, durable),"
          + " jdbc:millrace:memory: or jdbc:millrace:memory:<name> (in this process, not durable);"
          + " properties follow as ?name=value&name=value";

  /** Where a database is. */
  sealed interface Target permits Server, Directory, Memory {}

  /** A server; {@code endpoint} is its http or https address with port. */
  record Server(URI endpoint) implements Target {}

  /** A directory that a database in this JVM works in. */
  record Directory(String path) implements Target {}

  /** A database in memory; {@code name} is empty for one of its own for each connection. */
  record Memory(String name) implements Target {}

  static boolean isMillrace(String url) {
    return url.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  /** Parses {@code url}, which {@link #isMillrace}. */
  static ConnectionUrl parse(String url, Properties info) throws SQLException {
    int question = url.indexOf('?');
    String place = question < 0 ? url : url.substring(0, question);
    boolean embedded = startsWith(place, EMBEDDED) || startsWith(place, MEMORY);
    Map<String, String> properties = new TreeMap<>();
    if (question >= 0) {
      addQuery(properties, url.substring(question + 1), embedded);
    }
    for (String key : info.stringPropertyNames()) {
      put(properties, key, info.getProperty(key));
    }
    return new ConnectionUrl(target(place, properties), properties);
  }

  private static boolean startsWith(String url, String prefix) {
    return url.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  private static Target target(String place, Map<String, String> properties) throws SQLException {
    if (startsWith(place, EMBEDDED)) {
      String directory = place.substring(EMBEDDED.length());
      if (directory.isBlank()) {
        throw invalid(place, "the directory is missing");
      }
      return new Directory(directory);
    } else if (startsWith(place, MEMORY)) {
      return new Memory(place.substring(MEMORY.length()));
    } else if (startsWith(place, PREFIX + "//")) {
      return server(place, properties);
    }
    throw invalid(place, "what follows jdbc:millrace: is none of //, embedded: and memory:");
  }

  private static Server server(String place, Map<String, String> properties) throws SQLException {
    String scheme = DriverProperty.SSL.getBoolean(properties) ? "https" : "http";
    try {
      URI uri = new URI(scheme + ":" + place.substring(PREFIX.length()));
      if (uri.getHost() == null) {
        throw invalid(place, "the host is missing or not a host name");
      }
      String path = uri.getPath();
      if (!path.isEmpty() && !path.equals("/")) {
        throw invalid(place, "nothing may follow host and port but '/', found '" + path + "'");
      }
      int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
      if (port == 0 || port > 65_535) {
        throw invalid(place, "the port must be between 1 and 65535");
      }
      return new Server(new URI(scheme, null, uri.getHost(), port, "/", null, null));
    } catch (URISyntaxException e) {
      throw invalid(place, e.getReason());
    }
  }

  private static void addQuery(Map<String, String> properties, String query, boolean embedded)
      throws SQLException {
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String key = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "true" : decode(pair.substring(equals + 1));
      // An in-process database has options of its own, which it checks itself.
      if (!embedded && DriverProperty.byKey(key) == null) {
        throw SqlErrors.of(
            SqlStates.INVALID_ARGUMENT,
            "the URL has an unknown property '" + key + "'. Known are " + knownKeys());
      }
      put(properties, key, value);
    }
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static void put(Map<String, String> properties, String key, String value) {
    DriverProperty known = DriverProperty.byKey(key);
    properties.put(known == null ? key : known.key(), value);
  }

  private static String knownKeys() {
    return Arrays.stream(DriverProperty.values())
        .map(DriverProperty::key)
        .collect(Collectors.joining(", "));
  }

  private static SQLException invalid(String url, String reason) {
    return SqlErrors.of(
        SqlStates.CANNOT_CONNECT,
        String.format(Locale.ROOT, "%s is no valid URL: %s. %s", url, reason, FORMS));
  }
}
