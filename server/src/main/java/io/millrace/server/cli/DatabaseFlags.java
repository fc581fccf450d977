package io.millrace.server.cli;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.error.MillraceException;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.config.DatabaseOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a database on the command line. */
final class DatabaseFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  private final Map<String, String> given = new LinkedHashMap<>();

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "threads that compute (default: as many as before, at first one for each processor)")
  void workers(String value) {
    take(DatabaseOptions.WORKERS, "--workers", value);
  }

  @Option(
      names = "--epoch-interval",
      paramLabel = "TIME",
      description = "time between two moments at which new results become visible, such as 100ms")
  void epochInterval(String value) {
    take(DatabaseOptions.EPOCH_INTERVAL, "--epoch-interval", value);
  }

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "TIME",
      description = "time between two checkpoints, such as 10s; 0s: only at the end")
  void checkpointInterval(String value) {
    take(DatabaseOptions.CHECKPOINT_INTERVAL, "--checkpoint-interval", value);
  }

  @Option(
      names = "--retained-checkpoints",
      paramLabel = "N",
      description = "complete checkpoints that are kept")
  void retainedCheckpoints(String value) {
    take(DatabaseOptions.RETAINED_CHECKPOINTS, "--retained-checkpoints", value);
  }

  @Option(
      names = "--checkpoint-timeout",
      paramLabel = "TIME",
      description = "a checkpoint that takes longer is given up (default: 10min)")
  void checkpointTimeout(String value) {
    take(DatabaseOptions.CHECKPOINT_TIMEOUT, "--checkpoint-timeout", value);
  }

  @Option(
      names = "--checkpoint-min-pause",
      paramLabel = "TIME",
      description = "least time between the end of a checkpoint and the next one (default: 0s)")
  void checkpointMinPause(String value) {
    take(DatabaseOptions.CHECKPOINT_MIN_PAUSE, "--checkpoint-min-pause", value);
  }

  @Option(
      names = "--tolerable-failed-checkpoints",
      paramLabel = "N",
      description =
          "so many checkpoints in a row may fail; with one more nothing is taken in until one is"
              + " complete (default: any number)")
  void tolerableFailedCheckpoints(String value) {
    take(DatabaseOptions.TOLERABLE_FAILED_CHECKPOINTS, "--tolerable-failed-checkpoints", value);
  }

  @Option(
      names = "--restart-strategy",
      paramLabel = "KIND",
      description =
          "how what has failed is tried again: none, fixed-delay or exponential-delay (default)")
  void restartStrategy(String value) {
    take(DatabaseOptions.RESTART_STRATEGY, "--restart-strategy", value);
  }

  @Option(
      names = "--restart-delay",
      paramLabel = "TIME",
      description = "time before what has failed is tried again (default: 1s)")
  void restartDelay(String value) {
    take(DatabaseOptions.RESTART_DELAY, "--restart-delay", value);
  }

  @Option(
      names = "--restart-max-delay",
      paramLabel = "TIME",
      description = "the longest exponential delay (default: 1min)")
  void restartMaxDelay(String value) {
    take(DatabaseOptions.RESTART_MAX_DELAY, "--restart-max-delay", value);
  }

  @Option(
      names = "--restart-attempts",
      paramLabel = "N",
      description = "the most attempts before it stays failed (default: 10)")
  void restartAttempts(String value) {
    take(DatabaseOptions.RESTART_ATTEMPTS, "--restart-attempts", value);
  }

  @Option(
      names = "--guarantee",
      paramLabel = "KIND",
      description =
          "how often what comes from a source counts, when a crash comes in between: exactly-once"
              + " (default), at-least-once or at-most-once")
  void guarantee(String value) {
    take(DatabaseOptions.GUARANTEE, "--guarantee", value);
  }

  @Option(
      names = "--state-backend",
      paramLabel = "KIND",
      description = "where operators keep their state: rocksdb, filesystem or memory")
  void stateBackend(String value) {
    take(DatabaseOptions.STATE_BACKEND, "--state-backend", value);
  }

  @Option(
      names = "--state-memory",
      paramLabel = "SIZE",
      description = "memory for state, of all workers together, such as 512MB")
  void stateMemory(String value) {
    take(DatabaseOptions.STATE_MEMORY, "--state-memory", value);
  }

  @Option(
      names = "--query-memory",
      paramLabel = "SIZE",
      description =
          "memory for rows that queries sort, join or group, of all queries together"
              + " (default: a quarter of the heap)")
  void queryMemory(String value) {
    take(DatabaseOptions.QUERY_MEMORY, "--query-memory", value);
  }

  private void take(ConfigOption<?> option, String flag, String value) {
    try {
      option.parse(value);
    } catch (MillraceException e) {
      String message = e.getMessage().replace("Option '" + option.name() + "'", flag);
      throw new ParameterException(commandLine(), message, e);
    }
    given.put(option.name(), value);
  }

  private CommandLine commandLine() {
    return command.commandLine();
  }

  DatabaseConfig apply(DatabaseConfig config) {
    return DatabaseOptions.apply(config, given);
  }
}
