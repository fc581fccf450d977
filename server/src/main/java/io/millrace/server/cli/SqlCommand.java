package io.millrace.server.cli;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sqlline.SqlLine;

/** {@code millrace sql}: a SQL shell, which is SQLLine with Millrace's driver. */
@Command(
    name = "sql",
    description = {
      "Talk SQL to a database.",
      "Without -e and -f, statements come from the terminal, or from standard input."
    },
    footer = {
      "",
      "In the shell, !help tells its commands and !quit ends it.",
      "Example: millrace sql -e \"SHOW TABLES\""
    })
final class SqlCommand implements Callable<Integer> {
  static final String DEFAULT_URL = "jdbc:millrace://localhost:" + ServerCommand.DEFAULT_PORT + "/";

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
  private List<String> statements = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "execute the statements of this file and end")
  private Path file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "how rows are written: table, csv, tsv, json, vertical (default: table)")
  private String format;

  @Override
  public Integer call() throws IOException {
    if (!statements.isEmpty()) {
      return shell(statements, null);
    } else if (file != null) {
      return shell(List.of(), file);
    } else if (Terminal.isInteractive()) {
      return shell(List.of(), null);
    }
    Path script = Files.createTempFile("millrace-", ".sql");
    try {
      Files.write(script, System.in.readAllBytes());
      return shell(List.of(), script);
    } finally {
      Files.deleteIfExists(script);
    }
  }

  private int shell(List<String> commands, Path script) throws IOException {
    if (script != null && !Files.isReadable(script)) {
      throw new MillraceException(
          ErrorCode.MISSING_FILE, "There is no file '" + script + "' to execute.");
    }
    boolean interactive = commands.isEmpty() && script == null;
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of("-d", "io.millrace.jdbc.MillraceDriver", "-u", url, "-n", "", "-p", ""));
    arguments.add("--isolation=TRANSACTION_NONE");
    arguments.add("--outputformat=" + format);
    arguments.add("--silent=" + !interactive);
    arguments.add("--incremental=true");
    commands.forEach(sql -> arguments.addAll(List.of("-e", sql)));
    if (script != null) {
      arguments.add("--run=" + script);
    }
    SqlLine shell = new SqlLine();
    if (!interactive) {
      shell.setOutputStream(stream(spec.commandLine(), false));
      shell.setErrorStream(stream(spec.commandLine(), true));
    }
    SqlLine.Status status = shell.begin(arguments.toArray(String[]::new), null, interactive);
    return status == SqlLine.Status.OK ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private static PrintStream stream(CommandLine commandLine, boolean error) {
    return new PrintStream(
        new WriterStream(error ? commandLine.getErr() : commandLine.getOut()),
        true,
        StandardCharsets.UTF_8);
  }
}
