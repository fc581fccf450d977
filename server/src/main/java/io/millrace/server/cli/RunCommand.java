package io.millrace.server.cli;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.database.Database;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code millrace run}: the statements of a file in a database of this process. */
@Command(
    name = "run",
    description = {
      "Run the statements of a file in a database of this process.",
      "A query first waits until all sources that end are read. Results go to standard output,"
          + " everything else to standard error. The first error ends it, with exit code 1."
    },
    footer = {"", "Example: millrace run sql-examples/examples/flights/flights.sql --format csv"})
final class RunCommand implements Callable<Integer> {
  private static final String STANDARD_INPUT = "-";

  @Spec private CommandSpec spec;
  @Mixin private DatabaseFlags flags;

  @Parameters(paramLabel = "FILE", description = "the file with the statements; -: standard input")
  private String file;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "keep everything there (default: in memory, gone at the end)")
  private Path dataDirectory;

  @Option(
      names = "--format",
      defaultValue = "table",
      description = "how results are written: table, csv or json (default: ${DEFAULT-VALUE})")
  private RowWriter.Format format;

  @Override
  public Integer call() {
    String script = read();
    String name = file.equals(STANDARD_INPUT) ? "standard input" : file;
    DatabaseConfig config =
        dataDirectory == null
            ? DatabaseConfig.inMemory()
            : DatabaseConfig.at(dataDirectory.toAbsolutePath().normalize());
    try (Database database = Database.open(flags.apply(config));
        Interrupts interrupts = Interrupts.handle(database::close)) {
      CommandLine commandLine = spec.commandLine();
      new ScriptRun(database, name, format, commandLine.getOut(), commandLine.getErr()).run(script);
      return CommandLine.ExitCode.OK;
    }
  }

  private String read() {
    try {
      if (file.equals(STANDARD_INPUT)) {
        return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
      }
      return Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new MillraceException(
          ErrorCode.MISSING_FILE, "There is no file '" + file + "' to run.", e);
    } catch (CharacterCodingException e) {
      throw new MillraceException(
          ErrorCode.INVALID_VALUE, "The file '" + file + "' is no UTF-8 text.", e);
    } catch (IOException e) {
      throw new MillraceException(
          ErrorCode.IO_ERROR, "The file '" + file + "' cannot be read: " + e.getMessage(), e);
    }
  }
}
