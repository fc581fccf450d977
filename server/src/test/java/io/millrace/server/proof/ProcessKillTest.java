package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server with aggregations, joins, windows, ranks and two sinks is killed at random instants,
 * while it starts, runs, takes checkpoints, changes its number of workers or is stopped by a
 * signal, and goes on with other workers and other memory each time. What is there in the end is
 * what a server that nothing happened to has of the same input. {@code
 * -Dmillrace.process.kills=100} for more, {@code -Dmillrace.process.seed} for others, {@code
 * -Dmillrace.process.backend} for another state backend.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no signals")
final class ProcessKillTest {
  private static final int KILLS = Integer.getInteger("millrace.process.kills", 5);
  private static final long SEED = Long.getLong("millrace.process.seed", 20_260_301L);
  private static final String BACKEND = System.getProperty("millrace.process.backend", "rocksdb");
  private static final int MOST_WORKERS = 4;
  private static final int MOST_MILLIS = 3000;
  private static final long PATIENCE_MILLIS = 60_000;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path directory;

  private final Random random = new Random(SEED);
  private int workers;

  @Test
  void whatIsThereIsWhatAnUndisturbedServerHas() throws IOException, SQLException {
    KilledProgram program = new KilledProgram(directory.resolve("in"), random.nextLong());
    Path output = directory.resolve("out");
    try (ServerProcess server = start("data");
        Connection connection = DriverManager.getConnection(server.url())) {
      program.define(connection, output);
    }
    for (int kill = 0; kill < KILLS; kill++) {
      program.beginFile();
      live(program, kill);
    }
    Map<String, List<String>> disturbed = end("data", program, output);

    Path undisturbedOutput = directory.resolve("undisturbed-out");
    try (ServerProcess server = start("undisturbed");
        Connection connection = DriverManager.getConnection(server.url())) {
      program.define(connection, undisturbedOutput);
      program.writeAll(connection);
    }
    assertThat(disturbed).isEqualTo(end("undisturbed", program, undisturbedOutput));
    assertThat(disturbed.values()).as("something is in each").noneMatch(List::isEmpty);
  }

  private String[] options() {
    workers = 1 + (workers + random.nextInt(MOST_WORKERS - 1)) % MOST_WORKERS;
    String memory = random.nextBoolean() ? "256MB" : "8MB";
    return new String[] {
      "--workers",
      Integer.toString(workers),
      "--state-backend",
      BACKEND,
      "--state-memory",
      memory,
      "--checkpoint-interval",
      random.nextBoolean() ? "100 ms" : "1 s"
    };
  }

  private ServerProcess start(String data) throws IOException {
    return ServerProcess.start(directory.resolve(data), options());
  }

  private void live(KilledProgram program, int kill) throws IOException {
    String[] options = options();
    boolean killedWhileStarting = random.nextInt(5) == 0;
    int fate = random.nextInt(4);
    long[] millis = {
      random.nextInt(MOST_MILLIS), random.nextInt(MOST_MILLIS / 2), random.nextInt(MOST_MILLIS / 2)
    };
    boolean rescaled = random.nextInt(3) == 0;
    String life =
        String.format(
            "kill %d of seed %d, %s, fate %d, after %d, %d, %d ms",
            kill, SEED, String.join(" ", options), fate, millis[0], millis[1], millis[2]);
    try (ServerProcess server = ServerProcess.launch(directory.resolve("data"), options)) {
      if (killedWhileStarting) {
        server.endsWithin(millis[0]);
        assertThat(server.isAlive()).as("alive until it is killed: %s", life).isTrue();
        server.kill();
        return;
      }
      server.awaitReady();
      try (Connection connection = DriverManager.getConnection(server.url())) {
        program.settle(connection);
        CompletableFuture<Void> end = CompletableFuture.runAsync(() -> meet(server, fate, millis));
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> rescale(server, rescaled));
        try {
          while (server.isAlive()) {
            program.step(connection);
          }
        } catch (SQLException e) {
          server.endsWithin(PATIENCE_MILLIS);
          assertThat(server.isAlive()).as("alive after %s: %s", e, life).isFalse();
        }
        end.join();
        other.join();
      } catch (SQLException e) {
        throw new AssertionError("Before the kill: " + life, e);
      }
    }
  }

  /** Stops it and lets it go on, or not, and kills it. */
  private static void meet(ServerProcess server, int fate, long[] millis) {
    try {
      server.endsWithin(millis[0]);
      if (fate > 1) {
        server.signal("STOP");
        server.endsWithin(millis[1]);
      }
      if (fate == 2) {
        server.signal("CONT");
        server.endsWithin(millis[2]);
      }
      server.kill();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes the number of workers, if that is wanted, until the server is gone. */
  private static void rescale(ServerProcess server, boolean wanted) {
    if (!wanted) {
      return;
    }
    try (Connection connection = DriverManager.getConnection(server.url())) {
      for (int number = 1; server.isAlive(); number++) {
        KilledProgram.execute(
            connection, "ALTER SYSTEM SET parallelism = " + (1 + number % MOST_WORKERS));
      }
    } catch (SQLException e) {
      // It is gone; that it was not before is what the other client sees.
      server.endsWithin(PATIENCE_MILLIS);
    }
  }

  private Map<String, List<String>> end(String data, KilledProgram program, Path output)
      throws IOException, SQLException {
    Map<String, List<String>> content;
    try (ServerProcess server = start(data)) {
      try (Connection connection = DriverManager.getConnection(server.url())) {
        program.settle(connection);
        content = program.content(connection);
      }
      assertThat(server.terminate()).isZero();
      assertThat(server.log()).doesNotContain(" ERROR ").doesNotContain("damaged");
    }
    content.put("thirds", KilledProgram.sinkRows(output.resolve("thirds")));
    content.put("closed", KilledProgram.sinkRows(output.resolve("closed")));
    return content;
  }
}
