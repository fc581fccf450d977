package io.millrace.server.cli;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code millrace sql}: a SQL shell for people, and one for scripts. */
@Command(
    name = "sql",
    description = {
      "Talk SQL to a database.",
      "Without -e and -f, statements come from the terminal, or from standard input."
    },
    footer = {
      "",
      "In the shell, help tells its commands and quit ends it.",
      "Example: millrace sql -e \"SHOW MATERIALIZED VIEWS\""
    })
final class SqlCommand implements Callable<Integer> {
  private static final String DEFAULT_URL =
      "jdbc:millrace://localhost:" + ServerCommand.DEFAULT_PORT + "/";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "URL",
      arity = "0..1",
      defaultValue = DEFAULT_URL,
      description = "the database (default: ${DEFAULT-VALUE})")
  private String url;

  @Option(
      names = {"-e", "--execute"},
      paramLabel = "SQL",
      description = "execute this and end; may be given several times")
  private List<String> scripts = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "execute the statements of this file and end")
  private Path file;

  @Option(
      names = "--format",
      defaultValue = "table",
      description = "how results are written: table, csv or json (default: ${DEFAULT-VALUE})")
  private RowWriter.Format format;

  @Override
  public Integer call() throws IOException {
    if (!url.startsWith("jdbc:millrace:")) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "The URL of a database must begin with jdbc:millrace:, as in "
              + DEFAULT_URL
              + ", but is '"
              + url
              + "'.");
    }
    List<String> toRun = new ArrayList<>(scripts);
    if (file != null) {
      toRun.add(read(file));
    } else if (scripts.isEmpty()) {
      if (Terminal.isInteractive()) {
        return shell();
      }
      toRun.add(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
    }
    return run(toRun);
  }

  private static String read(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new MillraceException(
          ErrorCode.MISSING_FILE, "There is no file '" + file + "' to execute.");
    }
    return Files.readString(file);
  }

  private int run(List<String> toRun) {
    CommandLine commandLine = spec.commandLine();
    try (Connection connection = DriverManager.getConnection(url)) {
      SqlBatch batch = new SqlBatch(connection, format, commandLine.getOut(), commandLine.getErr());
      for (String script : toRun) {
        batch.run(script);
      }
      return CommandLine.ExitCode.OK;
    } catch (SQLException e) {
      return report(e);
    }
  }

  private int shell() throws IOException {
    Path history = Path.of(System.getProperty("user.home"), ".millrace_history");
    try (Connection connection = DriverManager.getConnection(url);
        org.jline.terminal.Terminal terminal = TerminalBuilder.terminal()) {
      new Shell(terminal, connection, format, history).run(url);
      return CommandLine.ExitCode.OK;
    } catch (SQLException e) {
      return report(e);
    }
  }

  private int report(SQLException e) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("millrace: " + e.getMessage() + " [" + e.getSQLState() + "]");
    err.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }
}
