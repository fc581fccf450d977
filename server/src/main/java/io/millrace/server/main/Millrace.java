package io.millrace.server.main;

import io.millrace.server.cli.MillraceCommand;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** The {@code millrace} program. */
public final class Millrace {
  private static final String LOG_CONFIGURATION = "logback.configurationFile";
  private static final String LOG_LEVEL = "millrace.log.level";

  private Millrace() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    configureLogging(arguments);
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), false);
    PrintWriter err =
        new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
    int exitCode =
        MillraceCommand.commandLine(System.getenv()).setOut(out).setErr(err).execute(arguments);
    out.flush();
    err.flush();
    System.exit(exitCode);
  }

  /**
   * Before the first logger is made: a server says what it does, other commands only what fails.
   */
  private static void configureLogging(String[] arguments) {
    if (System.getProperty(LOG_CONFIGURATION) == null) {
      System.setProperty(LOG_CONFIGURATION, "millrace-logback.xml");
    }
    if (System.getProperty(LOG_LEVEL) == null
        && arguments.length > 0
        && arguments[0].equals("server")) {
      System.setProperty(LOG_LEVEL, "INFO");
    }
  }
}
