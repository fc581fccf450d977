package io.millrace.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.DriverVersion;

/** The driver's own name and version, written into the jar by the build. */
final class DriverInfo {

  static final String DRIVER_NAME = "Millrace JDBC Driver";
  static final String PRODUCT_NAME = "Millrace";

  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");
  private static final String VERSION_TEXT = load();

  private DriverInfo() {}

  private static String load() {
    try (InputStream in = DriverInfo.class.getResourceAsStream("driver.properties")) {
      if (in == null) {
        throw new IllegalStateException(
            "the driver's jar is damaged: io/millrace/jdbc/driver.properties is missing");
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the version, for example {@code 0.1.0}. */
  static String version() {
    return VERSION_TEXT;
  }

  /** Returns the first number of {@code version}, 0 when it has none. */
  static int major(String version) {
    Matcher matcher = VERSION.matcher(version);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** Returns the second number of {@code version}, 0 when it has none. */
  static int minor(String version) {
    Matcher matcher = VERSION.matcher(version);
    return matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
  }

  static DriverVersion driverVersion() {
    String version = version();
    return new DriverVersion(
        DRIVER_NAME,
        version,
        PRODUCT_NAME,
        version,
        false,
        major(version),
        minor(version),
        major(version),
        minor(version));
  }
}
