package io.millrace.benchmarks.nexmark;

import io.millrace.benchmarks.nexmark.hand.HandQuery;
import io.millrace.benchmarks.nexmark.run.MillraceQuery;
import io.millrace.benchmarks.nexmark.run.RunResult;
import io.millrace.benchmarks.nexmark.run.RunSettings;
import io.millrace.benchmarks.process.JavaProcess;
import io.millrace.benchmarks.process.ScratchDirectory;
import io.millrace.connector.nexmark.NexmarkRows;
import io.millrace.core.config.Options;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs a query on a system, in a process and a directory of its own.
 *
 * @param flinkClassPath Flink and the program for it; empty when they are not built
 */
record QueryRunner(String flinkClassPath) {
  private static final String FLINK_PROGRAM = "io.millrace.benchmarks.flink.NexmarkQuery";

  /** What of Millrace the program for Flink needs: the generator of events and the settings. */
  private static final List<Class<?>> SHARED =
      List.of(NexmarkRows.class, Options.class, RunSettings.class);

  /**
   * @param memory the Java heap, such as 4g
   * @param settings in which the directory is filled in
   */
  RunResult run(SystemUnderTest system, String memory, RunSettings settings)
      throws IOException, InterruptedException {
    try (ScratchDirectory scratch = ScratchDirectory.create()) {
      Path file = scratch.path().resolve("settings.properties");
      settings.in(scratch.path()).write(file);
      return JavaProcess.run(
          memory, classPath(system), program(system), List.of(file.toString()), RunResult.class);
    }
  }

  private static String program(SystemUnderTest system) {
    return switch (system) {
      case MILLRACE -> MillraceQuery.class.getName();
      case FLINK -> FLINK_PROGRAM;
      case HAND -> HandQuery.class.getName();
    };
  }

  private String classPath(SystemUnderTest system) {
    if (system != SystemUnderTest.FLINK) {
      return JavaProcess.ownClassPath();
    }
    return Stream.concat(
            Stream.of(flinkClassPath), SHARED.stream().map(QueryRunner::location).distinct())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The directory or archive that a class comes from. */
  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
