package io.millrace.benchmarks.expiry;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** A file of visits that grows by an hour of event time at once, in the order of the times. */
final class VisitFile {
  private static final LocalDateTime START = LocalDateTime.of(2026, 1, 1, 0, 0);
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");
  private static final long HOUR_MILLIS = 3_600_000;

  private final Path path;
  private long rows;

  VisitFile(Path path) throws IOException {
    this.path = path;
    Files.writeString(path, "k,v,at\n");
  }

  Path path() {
    return path;
  }

  /** How many rows there are in all. */
  long rows() {
    return rows;
  }

  /**
   * Adds an hour, in which each of so many keys comes twice, half an hour apart.
   *
   * @param hour of the day, from 0
   */
  void append(int hour, long firstKey, int keys) throws IOException {
    LocalDateTime start = START.plusHours(hour);
    long count = 2L * keys;
    try (BufferedWriter writer = Files.newBufferedWriter(path, StandardOpenOption.APPEND)) {
      for (long row = 0; row < count; row++) {
        LocalDateTime at = start.plus(row * HOUR_MILLIS / count, ChronoUnit.MILLIS);
        writer.write((firstKey + row % keys) + "," + row % 1000 + "," + FORMAT.format(at) + "\n");
      }
    }
    rows += count;
  }
}
