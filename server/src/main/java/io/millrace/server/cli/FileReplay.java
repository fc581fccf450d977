package io.millrace.server.cli;

import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileErrors;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Writes the lines of a file into another at a limited pace, as a program writes a log. The first
 * line, with the columns' names, is there from the beginning.
 */
final class FileReplay implements AutoCloseable {
  private static final long TICK_MILLIS = 50;

  private final List<String> rows;
  private final int rowsPerSecond;
  private final BufferedWriter target;
  private final ScheduledExecutorService writer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "millrace-demo-flights");
            thread.setDaemon(true);
            return thread;
          });
  private ScheduledFuture<?> writing;
  private long started;
  private int written;

  /** Reads {@code from}, and creates {@code to} with its header. */
  FileReplay(Path from, Path to, int rowsPerSecond) {
    this.rowsPerSecond = rowsPerSecond;
    try {
      List<String> lines = Files.readAllLines(from);
      this.rows = lines.subList(1, lines.size());
      this.target = Files.newBufferedWriter(to, StandardCharsets.UTF_8);
      target.write(lines.get(0) + "\n");
      target.flush();
    } catch (IOException e) {
      throw FileErrors.of("copy " + from + " to " + to, e);
    }
  }

  int totalRows() {
    return rows.size();
  }

  /** Begins to write rows, in the background. */
  void start() {
    started = System.nanoTime();
    writing =
        writer.scheduleAtFixedRate(
            this::writeWhatIsDue, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void writeWhatIsDue() {
    double seconds = (System.nanoTime() - started) / 1e9;
    int due = (int) Math.min(rows.size(), seconds * rowsPerSecond);
    try {
      for (; written < due; written++) {
        target.write(rows.get(written));
        target.write('\n');
      }
      target.flush();
    } catch (IOException e) {
      throw FileErrors.of("write the flights of the demo", e);
    }
  }

  /** Fails if the writing has failed. */
  void checkRunning() throws InterruptedException {
    if (writing.isDone()) {
      await(Duration.ZERO);
    }
  }

  /** Waits a moment; fails if the writing fails meanwhile. */
  void await(Duration time) throws InterruptedException {
    try {
      writing.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // It goes on, as it should.
      return;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MillraceException known) {
        throw known;
      }
      throw new IllegalStateException("The demo's flights stopped", e);
    }
  }

  @Override
  public void close() {
    writer.shutdownNow();
    try {
      if (writer.awaitTermination(5, TimeUnit.SECONDS)) {
        target.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw FileErrors.of("close the flights of the demo", e);
    }
  }
}
