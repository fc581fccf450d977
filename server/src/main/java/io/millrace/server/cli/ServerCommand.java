package io.millrace.server.cli;

import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.config.ServerVersion;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code millrace server}: runs until it is asked to end. */
@Command(
    name = "server",
    description = "Run a database that JDBC clients connect to.",
    footer = {"", "Ctrl-C or SIGTERM: takes a last checkpoint and ends."})
final class ServerCommand implements Callable<Integer> {
  static final int DEFAULT_PORT = 8765;
  static final String DEFAULT_HOST = "127.0.0.1";

  @Spec private CommandSpec spec;
  @Mixin private DatabaseFlags flags;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = "data",
      description = "where everything is kept, created if missing (default: ./data)")
  private Path dataDirectory;

  @Option(
      names = "--host",
      defaultValue = DEFAULT_HOST,
      description = "address to listen on (default: ${DEFAULT-VALUE})")
  private String host;

  @Option(
      names = "--port",
      defaultValue = "" + DEFAULT_PORT,
      description = "port to listen on, 0 for any (default: ${DEFAULT-VALUE})")
  void port(int value) {
    if (value < 0 || value > 65_535) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "--port must be a whole number from 0 to 65535, but is '" + value + "'.");
    }
    port = value;
  }

  private int port;

  @Option(
      names = "--from-savepoint",
      paramLabel = "NAME",
      description =
          "go back to a savepoint first: what was written and created since is given up, at each"
              + " start with this option")
  private String savepoint;

  @Override
  public Integer call() throws InterruptedException {
    Path directory = dataDirectory.toAbsolutePath().normalize();
    DatabaseConfig config = flags.apply(DatabaseConfig.at(directory));
    RunningServer server = RunningServer.start(config, Optional.ofNullable(savepoint), host, port);
    Interrupts.handle(server::close);
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "Millrace "
            + ServerVersion.text()
            + " is ready: "
            + server.url()
            + " (data in "
            + directory
            + ")");
    out.flush();
    // Only a signal ends it.
    new CountDownLatch(1).await();
    return CommandLine.ExitCode.OK;
  }
}
