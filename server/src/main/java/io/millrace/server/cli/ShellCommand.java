package io.millrace.server.cli;

import java.util.Locale;
import java.util.Set;

/** The lines of the shell that are no SQL. */
enum ShellCommand {
  HELP,
  QUIT,
  RELATIONS,
  DESCRIBE,
  UNKNOWN;

  static final String HELP_TEXT =
      """
      Statements end with a semicolon and may span lines. Ctrl-C cancels the one that runs.
        \\d         what there is          \\d NAME    the columns of a relation
        \\q         ends the shell (also: quit, exit, Ctrl-D)
      To begin with:
        SHOW MATERIALIZED VIEWS;          SHOW CREATE MATERIALIZED VIEW name;
        SELECT * FROM name;               SUBSCRIBE TO name;
        EXPLAIN SELECT …;                 SELECT * FROM millrace.pipelines;
      """;

  private static final Set<String> HELP_WORDS = Set.of("help", "?", "\\?", "\\h", "!help");
  private static final Set<String> QUIT_WORDS = Set.of("quit", "exit", "\\q", "!quit", "!exit");

  /** Whether a line is for the shell itself. */
  static boolean isCommand(String line) {
    String word = word(line);
    return HELP_WORDS.contains(word)
        || QUIT_WORDS.contains(word)
        || word.startsWith("\\")
        || word.startsWith("!");
  }

  /** Which command a line is that {@link #isCommand is one}. */
  static ShellCommand of(String line) {
    String word = word(line);
    if (HELP_WORDS.contains(word)) {
      return HELP;
    }
    if (QUIT_WORDS.contains(word)) {
      return QUIT;
    }
    if (word.matches("\\\\d[tvs]?|!tables?")) {
      return RELATIONS;
    }
    return word.matches("(\\\\d|!describe)\\s+\\S.*") ? DESCRIBE : UNKNOWN;
  }

  /** What stands behind the command's word. */
  static String argument(String line) {
    String stripped = strip(line);
    return stripped.substring(stripped.indexOf(' ') + 1).strip();
  }

  private static String word(String line) {
    return strip(line).toLowerCase(Locale.ROOT);
  }

  private static String strip(String line) {
    String stripped = line.strip();
    return stripped.endsWith(";") ? stripped.substring(0, stripped.length() - 1).strip() : stripped;
  }
}
