package io.millrace.benchmarks.nexmark.run;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * What a system under measurement is told, as a file of properties.
 *
 * @param query its name, such as q5
 * @param sql the query for this system; empty for programs written by hand
 * @param events of all kinds
 * @param warmUp events of a run beforehand whose time does not count; 0 for none
 * @param eventTimeStart of the first event, as the nexmark connector takes it
 * @param eventTimeRate events in a second of event time
 * @param workers parallelism of the engine and splits of its sources
 * @param checkpointMillis between two checkpoints
 * @param stateMebibytes memory for state: Millrace's, or Flink's managed memory
 * @param digest whether the answer is read and digested; such a run measures nothing
 * @param kept whether Millrace keeps the answer as a view; otherwise it goes to a sink that drops
 *     it
 * @param directory for data, checkpoints and temporary files
 */
public record RunSettings(
    String query,
    String sql,
    long events,
    long warmUp,
    String eventTimeStart,
    long eventTimeRate,
    int workers,
    long checkpointMillis,
    int stateMebibytes,
    boolean digest,
    boolean kept,
    Path directory) {
  private static final String SEED = "1";

  /** The options of a nexmark source of one kind that makes so many events of all kinds. */
  public Map<String, String> sourceOptions() {
    return Map.of(
        "seed", SEED, "event-time.start", eventTimeStart, "event-time.rate", "" + eventTimeRate);
  }

  /** The same with another directory. */
  public RunSettings in(Path other) {
    return new RunSettings(
        query,
        sql,
        events,
        warmUp,
        eventTimeStart,
        eventTimeRate,
        workers,
        checkpointMillis,
        stateMebibytes,
        digest,
        kept,
        other);
  }

  /** The same for the run that warms up. */
  public RunSettings forWarmUp() {
    return new RunSettings(
        query,
        sql,
        warmUp,
        0,
        eventTimeStart,
        eventTimeRate,
        workers,
        checkpointMillis,
        stateMebibytes,
        digest,
        kept,
        directory);
  }

  public void write(Path file) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("query", query);
    properties.setProperty("sql", sql);
    properties.setProperty("events", Long.toString(events));
    properties.setProperty("warm-up", Long.toString(warmUp));
    properties.setProperty("event-time.start", eventTimeStart);
    properties.setProperty("event-time.rate", Long.toString(eventTimeRate));
    properties.setProperty("workers", Integer.toString(workers));
    properties.setProperty("checkpoint.millis", Long.toString(checkpointMillis));
    properties.setProperty("state.mebibytes", Integer.toString(stateMebibytes));
    properties.setProperty("digest", Boolean.toString(digest));
    properties.setProperty("kept", Boolean.toString(kept));
    properties.setProperty("directory", directory.toString());
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
  }

  public static RunSettings read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RunSettings(
        properties.getProperty("query"),
        properties.getProperty("sql"),
        Long.parseLong(properties.getProperty("events")),
        Long.parseLong(properties.getProperty("warm-up")),
        properties.getProperty("event-time.start"),
        Long.parseLong(properties.getProperty("event-time.rate")),
        Integer.parseInt(properties.getProperty("workers")),
        Long.parseLong(properties.getProperty("checkpoint.millis")),
        Integer.parseInt(properties.getProperty("state.mebibytes")),
        Boolean.parseBoolean(properties.getProperty("digest")),
        Boolean.parseBoolean(properties.getProperty("kept")),
        Path.of(properties.getProperty("directory")));
  }
}
