package io.millrace.server.cli;

/** What is typed into the shell: where statements end, and which lines are no SQL. */
final class ShellInput {
  private ShellInput() {}

  /**
   * Whether Enter ends the input: a command of the shell, nothing at all, or statements of which
   * the last has its semicolon.
   */
  static boolean isComplete(String input) {
    if (input.isBlank() || ShellCommand.isCommand(input)) {
      return true;
    }
    char last = ' ';
    int i = 0;
    while (i < input.length()) {
      char c = input.charAt(i);
      int end = i + 1;
      if (c == '\'' || c == '"') {
        end = after(input, String.valueOf(c), i + 1);
      } else if (input.startsWith("--", i)) {
        end = after(input, "\n", i + 2);
      } else if (input.startsWith("/*", i)) {
        end = after(input, "*/", i + 2);
      }
      boolean comment = end > i + 1 && c != '\'' && c != '"';
      if (end < 0) {
        // A comment to the end of the line may end the input; a quote may not.
        return c == '-' && last == ';';
      }
      if (!comment && !Character.isWhitespace(c)) {
        last = c;
      }
      i = end;
    }
    return last == ';';
  }

  private static int after(String input, String closing, int from) {
    int at = input.indexOf(closing, from);
    return at < 0 ? -1 : at + closing.length();
  }
}
