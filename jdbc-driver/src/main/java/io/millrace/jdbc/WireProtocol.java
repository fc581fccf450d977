package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What driver and server tell each other about themselves when a connection opens.
 *
 * <p>The server sends {@link #greeting} as its Avatica database property {@code AVATICA_VERSION}; a
 * driver that cannot speak its protocol says so instead of failing later in some strange way.
 */
public final class WireProtocol {

  /** Counts up when an older driver could misread a newer server or the other way round. */
  public static final int VERSION = 1;

  /** Key of the connection property in which the driver names its protocol to the server. */
  public static final String PROTOCOL_PROPERTY = "millrace.protocol";

  /** Key of the connection property in which the driver names its version to the server. */
  public static final String DRIVER_VERSION_PROPERTY = "millrace.driver.version";

  private static final Pattern GREETING = Pattern.compile("millrace/(\\S+) protocol/(\\d+)\\b.*");

  private WireProtocol() {}

  /** Returns the text by which a server of version {@code serverVersion} makes itself known. */
  public static String greeting(String serverVersion) {
    return "millrace/" + serverVersion + " protocol/" + VERSION;
  }

  /**
   * Returns the version of the server that sent {@code greeting}.
   *
   * @param address where the server is, for the message
   * @throws SQLException if it is no Millrace server or speaks another protocol
   */
  static String checkGreeting(Object greeting, String address) throws SQLException {
    Matcher matcher = GREETING.matcher(String.valueOf(greeting));
    if (!matcher.matches()) {
      throw SqlErrors.of(
          SqlStates.CONNECTION_REJECTED,
          address
              + " speaks Avatica but is no Millrace server (it calls itself "
              + greeting
              + "). Check host and port");
    }
    String version = matcher.group(1);
    int protocol = Integer.parseInt(matcher.group(2));
    if (protocol != VERSION) {
      throw SqlErrors.of(
          SqlStates.CONNECTION_REJECTED,
          "the server at "
              + address
              + " is "
              + (protocol > VERSION ? "newer" : "older")
              + " than this driver (server "
              + version
              + " with protocol "
              + protocol
              + ", driver "
              + DriverInfo.version()
              + " with protocol "
              + VERSION
              + "). Use the driver of version "
              + version);
    }
    return version;
  }
}
