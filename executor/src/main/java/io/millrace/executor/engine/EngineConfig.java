package io.millrace.executor.engine;

import io.millrace.core.config.DataSize;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How an engine runs.
 *
 * @param dataDirectory where everything is kept; used by one engine at a time
 * @param workers threads that compute, at least 1
 * @param keyGroups parts of the state, at least as many as workers; fixed for the life of the data
 * @param epochInterval between two epochs while somebody subscribes to changes; without subscribers
 *     they may be as long as a second, and a reader ends one at once
 * @param checkpointInterval between two checkpoints; zero: only on demand and at the end
 * @param retainedCheckpoints complete checkpoints that are kept, at least 1
 * @param stateBackend where state is kept
 * @param stateMemory memory for state, of all workers together
 * @param syncWrites whether writes to tables must survive a crash of the machine, not only of the
 *     process
 * @param faultTolerance what happens when something goes wrong
 */
public record EngineConfig(
    Path dataDirectory,
    int workers,
    int keyGroups,
    Duration epochInterval,
    Duration checkpointInterval,
    int retainedCheckpoints,
    StateBackendKind stateBackend,
    DataSize stateMemory,
    boolean syncWrites,
    FaultTolerance faultTolerance) {
  /** The most key groups. */
  public static final int MOST_KEY_GROUPS = 32_768;

  /** With the defaults for what goes wrong. */
  public EngineConfig(
      Path dataDirectory,
      int workers,
      int keyGroups,
      Duration epochInterval,
      Duration checkpointInterval,
      int retainedCheckpoints,
      StateBackendKind stateBackend,
      DataSize stateMemory,
      boolean syncWrites) {
    this(
        dataDirectory,
        workers,
        keyGroups,
        epochInterval,
        checkpointInterval,
        retainedCheckpoints,
        stateBackend,
        stateMemory,
        syncWrites,
        FaultTolerance.defaults());
  }

  public EngineConfig {
    check(workers >= 1, "There must be at least one worker, not " + workers + ".");
    check(
        keyGroups >= workers && keyGroups <= MOST_KEY_GROUPS,
        "The number of key groups must be from the number of workers, "
            + workers
            + ", to "
            + MOST_KEY_GROUPS
            + "; it is "
            + keyGroups
            + ".");
    check(
        !epochInterval.isNegative() && !epochInterval.isZero(),
        "The epoch interval must be positive, not " + epochInterval + ".");
    check(
        !checkpointInterval.isNegative(),
        "The checkpoint interval must not be negative: " + checkpointInterval + ".");
    check(
        retainedCheckpoints >= 1,
        "At least one checkpoint must be retained, not " + retainedCheckpoints + ".");
  }

  /** The same with other workers. */
  public EngineConfig withWorkers(int otherWorkers) {
    return new EngineConfig(
        dataDirectory,
        otherWorkers,
        keyGroups,
        epochInterval,
        checkpointInterval,
        retainedCheckpoints,
        stateBackend,
        stateMemory,
        syncWrites,
        faultTolerance);
  }

  private static void check(boolean right, String message) {
    if (!right) {
      throw new MillraceException(ErrorCode.INVALID_OPTION, message);
    }
  }
}
