package io.millrace.server.config;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this Millrace, written into its jar by the build. */
public final class ServerVersion {
  private static final String FILE = "version.properties";

  private ServerVersion() {}

  /** For example {@code 0.1.0}. */
  public static String text() {
    try (InputStream in = ServerVersion.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new MillraceException(
            ErrorCode.INTERNAL_ERROR, "The installation is damaged: " + FILE + " is missing.");
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new MillraceException(ErrorCode.IO_ERROR, "Cannot read " + FILE + ".", e);
    }
  }
}
