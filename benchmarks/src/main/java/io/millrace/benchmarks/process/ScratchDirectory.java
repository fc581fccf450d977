package io.millrace.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for a benchmark's data, deleted with all that is in it when the benchmark ends. */
public record ScratchDirectory(Path path) implements AutoCloseable {
  public static ScratchDirectory create() throws IOException {
    return new ScratchDirectory(Files.createTempDirectory("millrace-bench"));
  }

  @Override
  public void close() throws IOException {
    List<Path> inner;
    try (Stream<Path> all = Files.walk(path)) {
      inner = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : inner) {
      Files.deleteIfExists(file);
    }
  }
}
