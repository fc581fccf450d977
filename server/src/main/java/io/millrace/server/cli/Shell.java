package io.millrace.server.cli;

import io.millrace.core.error.MillraceException;
import io.millrace.server.config.ServerVersion;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;

/**
 * The SQL shell: reads statements from a terminal and shows their answers, until it is left. For
 * one thread.
 */
final class Shell {
  private static final String PROMPT = "millrace> ";
  private static final String CONTINUED = "     ...> ";
  private static final String RELATIONS =
      "SELECT name, kind, status, rows_read, last_error FROM millrace.pipelines ORDER BY name;";

  private final Terminal terminal;
  private final PrintWriter out;
  private final LineReader reader;
  private final SqlBatch batch;

  /**
   * @param history the file that keeps what was typed
   */
  Shell(Terminal terminal, Connection connection, RowWriter.Format format, Path history) {
    this.terminal = terminal;
    this.out = terminal.writer();
    this.batch = new SqlBatch(connection, format, out, out).withTimes();
    this.reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("millrace")
            .parser(new StatementParser())
            .completer(new ShellCompleter(connection))
            .variable(LineReader.HISTORY_FILE, history)
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUED)
            .variable(LineReader.INDENTATION, 0)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .build();
  }

  /**
   * Runs until the person leaves or the terminal is gone.
   *
   * @param url shown in the greeting
   */
  void run(String url) {
    out.println("Millrace " + ServerVersion.text() + ", connected to " + url);
    out.println("Statements end with a semicolon. Type help for help, quit to leave.");
    terminal.handle(Terminal.Signal.INT, signal -> batch.cancel());
    boolean goesOn = true;
    while (goesOn) {
      try {
        goesOn = answer(reader.readLine(PROMPT));
      } catch (UserInterruptException e) {
        // Ctrl-C while typing drops the line, as in other shells.
        goesOn = true;
      } catch (EndOfFileException e) {
        goesOn = false;
      }
      out.flush();
    }
  }

  private boolean answer(String line) {
    if (line.isBlank()) {
      return true;
    }
    if (!ShellCommand.isCommand(line)) {
      execute(line);
      return true;
    }
    switch (ShellCommand.of(line)) {
      case QUIT -> {
        return false;
      }
      case HELP -> out.print(ShellCommand.HELP_TEXT);
      case RELATIONS -> execute(RELATIONS);
      case DESCRIBE -> execute("DESCRIBE " + ShellCommand.argument(line) + ";");
      case UNKNOWN -> out.println("There is no command " + line.strip() + "; help lists them.");
    }
    return true;
  }

  private void execute(String sql) {
    try {
      batch.run(sql);
    } catch (SQLException e) {
      out.println("Error: " + e.getMessage() + " [" + e.getSQLState() + "]");
    } catch (MillraceException e) {
      out.println("Error: " + e.getMessage());
    }
  }

  /** Enter ends the input when its last statement has a semicolon. */
  private static final class StatementParser extends DefaultParser {
    private StatementParser() {
      // Quotes are for SQL to read.
      setQuoteChars(new char[0]);
      setEscapeChars(new char[0]);
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
      if (context == ParseContext.ACCEPT_LINE && !ShellInput.isComplete(line)) {
        throw new EOFError(-1, -1, "the semicolon is missing");
      }
      return super.parse(line, cursor, context);
    }
  }
}
