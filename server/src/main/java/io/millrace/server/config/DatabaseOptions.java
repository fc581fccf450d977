package io.millrace.server.config;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.DataSize;
import io.millrace.core.config.Options;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.connector.DeliveryGuarantee;
import io.millrace.executor.coordinator.RestartStrategy;
import io.millrace.executor.engine.FaultTolerance;
import io.millrace.executor.engine.StateBackendKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The options with which users open a database: as properties of an embedded connection, and, with
 * dashes, on the command line.
 */
public final class DatabaseOptions {
  public static final ConfigOption<Integer> WORKERS =
      ConfigOption.integer("workers", 1, 1024, "threads that compute");
  public static final ConfigOption<Duration> EPOCH_INTERVAL =
      ConfigOption.duration(
          "epochInterval", "time between two moments at which new results become visible");
  public static final ConfigOption<Duration> CHECKPOINT_INTERVAL =
      ConfigOption.duration("checkpointInterval", "time between two checkpoints");
  public static final ConfigOption<Integer> RETAINED_CHECKPOINTS =
      ConfigOption.integer("retainedCheckpoints", 1, 1000, "complete checkpoints that are kept");
  public static final ConfigOption<Duration> CHECKPOINT_TIMEOUT =
      ConfigOption.duration(
          "checkpointTimeout", "after which a checkpoint that is not complete is given up");
  public static final ConfigOption<Duration> CHECKPOINT_MIN_PAUSE =
      ConfigOption.duration(
          "checkpointMinPause", "least time between the end of a checkpoint and the next one");
  public static final ConfigOption<Integer> TOLERABLE_FAILED_CHECKPOINTS =
      ConfigOption.integer(
          "tolerableFailedCheckpoints",
          0,
          FaultTolerance.ANY_NUMBER,
          "checkpoints in a row that may fail before nothing is taken in any more");
  public static final ConfigOption<RestartStrategy.Kind> RESTART_STRATEGY =
      ConfigOption.choice(
          "restartStrategy", RestartStrategy.Kind.class, "how what has failed is tried again");
  public static final ConfigOption<Duration> RESTART_DELAY =
      ConfigOption.duration("restartDelay", "time before what has failed is tried again");
  public static final ConfigOption<Duration> RESTART_MAX_DELAY =
      ConfigOption.duration("restartMaxDelay", "the longest time before a further attempt");
  public static final ConfigOption<Integer> RESTART_ATTEMPTS =
      ConfigOption.integer(
          "restartAttempts", 1, Integer.MAX_VALUE, "the most attempts before it stays failed");
  public static final ConfigOption<DeliveryGuarantee> GUARANTEE =
      ConfigOption.choice(
          "guarantee",
          DeliveryGuarantee.class,
          "how often what comes from a source counts, when a crash comes in between");
  public static final ConfigOption<StateBackendKind> STATE_BACKEND =
      ConfigOption.choice(
          "stateBackend", StateBackendKind.class, "where operators keep their state");
  public static final ConfigOption<DataSize> STATE_MEMORY =
      ConfigOption.dataSize("stateMemory", "memory for state, of all workers together");
  public static final ConfigOption<DataSize> QUERY_MEMORY =
      ConfigOption.dataSize(
          "queryMemory", "memory for rows that queries hold, of all queries together");
  public static final ConfigOption<Boolean> SYNC_WRITES =
      ConfigOption.bool(
          "syncWrites", "whether writes to tables survive a crash of the machine, not only ours");

  private static final List<Choice<?>> ALL =
      List.of(
          new Choice<>(WORKERS, DatabaseConfig::withWorkers),
          new Choice<>(
              EPOCH_INTERVAL,
              (config, value) -> config.withEpochInterval(positive(EPOCH_INTERVAL, value))),
          new Choice<>(CHECKPOINT_INTERVAL, DatabaseConfig::withCheckpointInterval),
          new Choice<>(RETAINED_CHECKPOINTS, DatabaseConfig::withRetainedCheckpoints),
          tolerance(
              CHECKPOINT_TIMEOUT,
              (tolerance, value) ->
                  tolerance.withCheckpointTimeout(positive(CHECKPOINT_TIMEOUT, value))),
          tolerance(CHECKPOINT_MIN_PAUSE, FaultTolerance::withCheckpointMinPause),
          tolerance(TOLERABLE_FAILED_CHECKPOINTS, FaultTolerance::withTolerableFailedCheckpoints),
          restart(RESTART_STRATEGY, RestartStrategy::withKind),
          restart(RESTART_DELAY, RestartStrategy::withDelay),
          restart(RESTART_MAX_DELAY, RestartStrategy::withMaxDelay),
          restart(RESTART_ATTEMPTS, RestartStrategy::withAttempts),
          tolerance(GUARANTEE, FaultTolerance::withGuarantee),
          new Choice<>(STATE_BACKEND, DatabaseConfig::withStateBackend),
          new Choice<>(STATE_MEMORY, DatabaseConfig::withStateMemory),
          new Choice<>(QUERY_MEMORY, DatabaseConfig::withQueryMemory),
          new Choice<>(SYNC_WRITES, DatabaseConfig::withSyncWrites));

  /** An option and what it changes. */
  private record Choice<T>(
      ConfigOption<T> option, BiFunction<DatabaseConfig, T, DatabaseConfig> change) {

    DatabaseConfig apply(DatabaseConfig config, Options options) {
      return options.find(option).map(value -> change.apply(config, value)).orElse(config);
    }
  }

  private DatabaseOptions() {}

  private static <T> Choice<T> tolerance(
      ConfigOption<T> option, BiFunction<FaultTolerance, T, FaultTolerance> change) {
    return new Choice<>(
        option,
        (config, value) -> config.withFaultTolerance(change.apply(config.faultTolerance(), value)));
  }

  private static <T> Choice<T> restart(
      ConfigOption<T> option, BiFunction<RestartStrategy, T, RestartStrategy> change) {
    return tolerance(
        option,
        (tolerance, value) ->
            tolerance.withRestartStrategy(change.apply(tolerance.restartStrategy(), value)));
  }

  /**
   * Returns {@code config} with the options that are given.
   *
   * @throws MillraceException INVALID_OPTION for an unknown name, with the likely one, and for a
   *     value that is none
   */
  public static DatabaseConfig apply(DatabaseConfig config, Map<String, String> given) {
    Options options = Options.of(given);
    List<ConfigOption<?>> known = new ArrayList<>();
    ALL.forEach(choice -> known.add(choice.option()));
    options.validate("the database", known);
    DatabaseConfig result = config;
    for (Choice<?> choice : ALL) {
      result = choice.apply(result, options);
    }
    return result;
  }

  private static Duration positive(ConfigOption<Duration> option, Duration value) {
    if (value.isZero()) {
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          "Option '" + option.name() + "' must be longer than nothing, such as '100 ms'.");
    }
    return value;
  }
}
