package io.millrace.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code millrace server} in a process of its own, with the class path of the test, on a free port
 * unless it is told one. What it logs goes to the file {@code <data directory>.log}. For any
 * thread.
 */
public final class ServerProcess implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("Millrace .* is ready: (jdbc:\\S+) .*");
  private static final long START_SECONDS = 120;
  private static final long END_SECONDS = 60;

  private final Process process;
  private final Path log;
  private String url;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts a server and returns when it is ready.
   *
   * @param moreArguments of the command line, as for {@code millrace server}
   * @throws IOException if it ends or is not ready in time; the message holds what it logged
   */
  public static ServerProcess start(Path dataDirectory, String... moreArguments)
      throws IOException {
    ServerProcess server = launch(dataDirectory, moreArguments);
    boolean ready = false;
    try {
      server.awaitReady();
      ready = true;
      return server;
    } finally {
      if (!ready) {
        server.process.destroyForcibly();
      }
    }
  }

  /** As {@link #start}, without waiting until it is ready. */
  public static ServerProcess launch(Path dataDirectory, String... moreArguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.millrace.server.main.Millrace", "server"));
    command.addAll(List.of("--data-dir", dataDirectory.toString()));
    if (!List.of(moreArguments).contains("--port")) {
      command.addAll(List.of("--port", "0"));
    }
    command.addAll(List.of(moreArguments));
    Path log = dataDirectory.resolveSibling(dataDirectory.getFileName() + ".log");
    Files.createDirectories(log.toAbsolutePath().getParent());
    return new ServerProcess(
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start(),
        log);
  }

  /**
   * Returns when it is ready.
   *
   * @throws IOException if it ends or is not ready in time; the message holds what it logged
   */
  public void awaitReady() throws IOException {
    url = awaitReady(process, log);
  }

  /** Those of the launcher, which Arrow needs. */
  private static List<String> jvmOptions() {
    List<String> options = new ArrayList<>();
    options.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    options.add("-Darrow.enable_unsafe_memory_access=true");
    options.add("-Darrow.enable_null_check_for_get=false");
    if (Runtime.version().feature() >= 24) {
      options.add("--sun-misc-unsafe-memory-access=allow");
      options.add("--enable-native-access=ALL-UNNAMED");
    }
    options.add("-Xmx1g");
    options.add("-Dlogback.configurationFile=millrace-logback.xml");
    return options;
  }

  private static String awaitReady(Process process, Path log) throws IOException {
    CompletableFuture<String> url = CompletableFuture.supplyAsync(() -> readUrl(process));
    try {
      String found = url.get(START_SECONDS, TimeUnit.SECONDS);
      if (found != null) {
        return found;
      }
    } catch (TimeoutException e) {
      throw new IOException("The server is not ready in time:\n" + Files.readString(log), e);
    } catch (ExecutionException e) {
      throw new IOException("The server's output cannot be read", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    throw new IOException("The server ended instead of starting:\n" + Files.readString(log));
  }

  private static String readUrl(Process process) {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher ready = READY.matcher(line);
        if (ready.matches()) {
          return ready.group(1);
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** By which JDBC clients connect; when it is ready. */
  public String url() {
    return url;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** What it has logged, of earlier servers on the same directory too. */
  public String log() throws IOException {
    return Files.readString(log);
  }

  /** Waits until it has ended, at most so long; whether it has. */
  public boolean endsWithin(long millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the server runs", e);
    }
  }

  /** Sends it a signal, such as {@code STOP}, if it still runs. */
  public void signal(String name) throws IOException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
            .redirectErrorStream(true)
            .start();
    try {
      kill.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Kills it at once, as kill -9 does, and returns when it is gone. */
  public void kill() {
    process.destroyForcibly();
    await();
  }

  /** Asks it to end, as SIGTERM does, and returns its exit code when it is gone. */
  public int terminate() {
    process.destroy();
    return await();
  }

  private int await() {
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("The server did not end in " + END_SECONDS + " s.");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the server ended", e);
    }
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    if (process.isAlive()) {
      kill();
    }
  }
}
