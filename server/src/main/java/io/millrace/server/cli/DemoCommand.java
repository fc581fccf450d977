package io.millrace.server.cli;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.config.ServerVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code millrace demo}: a live answer over real data, to look at and to connect to. */
@Command(
    name = "demo",
    description = {
      "Watch a live query over 20,000 real flights, and connect to it.",
      "The flights come as if they happened now; materialized views over them change as you watch."
    },
    footer = {"", "Ctrl-C ends it. Nothing is kept."})
final class DemoCommand implements Callable<Integer> {
  private static final Path FLIGHTS = Path.of("sql-examples", "data", "flights.csv");
  private static final Duration ON_TERMINAL = Duration.ofMillis(250);
  private static final Duration IN_LINES = Duration.ofSeconds(1);

  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      defaultValue = "" + ServerCommand.DEFAULT_PORT,
      description = "port to listen on, 0 for any (default: ${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--rows-per-second",
      paramLabel = "N",
      defaultValue = "1000",
      description = "how many flights come in a second (default: ${DEFAULT-VALUE})")
  private int rowsPerSecond;

  @Option(names = "--exit-when-done", description = "end when all flights have come")
  private boolean exitWhenDone;

  DemoCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (rowsPerSecond < 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--rows-per-second must be 1 or more");
    }
    Path flights = flights();
    Path directory = temporaryDirectory();
    Path copy = directory.resolve("flights.csv");
    try (FileReplay replay = new FileReplay(flights, copy, rowsPerSecond);
        RunningServer server =
            RunningServer.start(DatabaseConfig.inMemory(), ServerCommand.DEFAULT_HOST, port)) {
      Interrupts interrupts =
          Interrupts.handle(
              () -> {
                replay.close();
                server.close();
                delete(directory, copy);
              });
      try (interrupts) {
        show(server, replay, copy);
      }
    } finally {
      delete(directory, copy);
    }
    return CommandLine.ExitCode.OK;
  }

  private void show(RunningServer server, FileReplay replay, Path copy)
      throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    boolean terminal = Terminal.isInteractive();
    try (FlightViews views = FlightViews.create(server.database(), copy)) {
      introduce(out, server.url());
      replay.start();
      DemoScreen screen = new DemoScreen(out, terminal, replay.totalRows());
      boolean done = false;
      while (!done) {
        FlightViews.Answer answer = views.answer();
        done = answer.flights() >= replay.totalRows();
        screen.show(answer);
        if (!done) {
          replay.checkRunning();
          replay.await(terminal ? ON_TERMINAL : IN_LINES);
        }
      }
      out.println();
      out.println("All flights have come.");
      if (!exitWhenDone) {
        out.println("The server goes on until Ctrl-C: " + server.url());
        out.flush();
        // Only a signal ends it.
        new CountDownLatch(1).await();
      }
      out.flush();
    }
  }

  private void introduce(PrintWriter out, String url) {
    out.println("Millrace " + ServerVersion.text() + " is ready: " + url);
    out.println();
    out.println("Flights come in, and this view follows them:");
    FlightViews.shownSql().lines().forEach(line -> out.println("  " + line));
    out.println();
    out.println("Try this in another terminal:");
    String shell = "./millrace sql" + (url.equals(defaultUrl()) ? "" : " " + url);
    out.println("  " + shell + " -e \"SELECT * FROM flights_by_origin WHERE origin = 'SFO'\"");
    out.println("  " + shell + " -e \"SUBSCRIBE TO airports_by_reach\"");
    out.println("  " + shell + "        (a shell; try SHOW MATERIALIZED VIEWS; and help)");
    out.println();
    out.flush();
  }

  private static String defaultUrl() {
    return "jdbc:millrace://" + ServerCommand.DEFAULT_HOST + ":" + ServerCommand.DEFAULT_PORT + "/";
  }

  private Path flights() {
    String home = environment.getOrDefault("MILLRACE_HOME", ".");
    Path flights = Path.of(home).toAbsolutePath().normalize().resolve(FLIGHTS);
    if (!Files.isReadable(flights)) {
      throw new MillraceException(
          ErrorCode.MISSING_FILE,
          "The data of the demo is missing: "
              + flights
              + ". Start it by ./millrace demo in a checkout of Millrace, or set MILLRACE_HOME to"
              + " one.");
    }
    return flights;
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("millrace-demo-");
    } catch (IOException e) {
      throw FileErrors.of("create a temporary directory", e);
    }
  }

  private static void delete(Path directory, Path copy) {
    try {
      Files.deleteIfExists(copy);
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      throw FileErrors.of("delete the temporary directory " + directory, e);
    }
  }
}
