package io.millrace.server.config;

import io.millrace.core.config.DataSize;
import io.millrace.executor.engine.FaultTolerance;
import io.millrace.executor.engine.StateBackendKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a database runs.
 *
 * @param dataDirectory where everything is kept, created if missing; empty for a database that is
 *     gone when it is closed (kept in a private temporary directory meanwhile)
 * @param workers threads that compute; empty: as the directory was written, otherwise one for each
 *     processor
 * @param epochInterval between two epochs while somebody subscribes to changes; without subscribers
 *     they may be as long as a second, and a reader ends one at once
 * @param checkpointInterval between two checkpoints; zero: only on demand and at the end
 * @param retainedCheckpoints complete checkpoints that are kept, at least 1
 * @param stateBackend where operators keep their state; empty: as the directory was written,
 *     otherwise in RocksDB, and in memory without a directory
 * @param stateMemory memory for state, of all workers together
 * @param queryMemory memory for rows that queries hold, of all of them together; empty: a quarter
 *     of the heap
 * @param syncWrites whether writes to tables must survive a crash of the machine, not only of the
 *     process
 * @param faultTolerance what happens when something goes wrong
 */
public record DatabaseConfig(
    Optional<Path> dataDirectory,
    Optional<Integer> workers,
    Duration epochInterval,
    Duration checkpointInterval,
    int retainedCheckpoints,
    Optional<StateBackendKind> stateBackend,
    DataSize stateMemory,
    Optional<DataSize> queryMemory,
    boolean syncWrites,
    FaultTolerance faultTolerance) {
  private static final Duration EPOCH_INTERVAL = Duration.ofMillis(100);
  private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(10);
  private static final int RETAINED_CHECKPOINTS = 2;
  private static final DataSize STATE_MEMORY = DataSize.megabytes(512);

  /** A database in a directory, with the defaults for everything else. */
  public static DatabaseConfig at(Path directory) {
    return new DatabaseConfig(
        Optional.of(directory),
        Optional.empty(),
        EPOCH_INTERVAL,
        CHECKPOINT_INTERVAL,
        RETAINED_CHECKPOINTS,
        Optional.empty(),
        STATE_MEMORY,
        Optional.empty(),
        true,
        FaultTolerance.defaults());
  }

  /** A database that is gone when it is closed, with the defaults for everything else. */
  public static DatabaseConfig inMemory() {
    return new DatabaseConfig(
        Optional.empty(),
        Optional.empty(),
        EPOCH_INTERVAL,
        CHECKPOINT_INTERVAL,
        1,
        Optional.empty(),
        STATE_MEMORY,
        Optional.empty(),
        false,
        FaultTolerance.defaults());
  }

  public DatabaseConfig withWorkers(int number) {
    return new DatabaseConfig(
        dataDirectory,
        Optional.of(number),
        epochInterval,
        checkpointInterval,
        retainedCheckpoints,
        stateBackend,
        stateMemory,
        queryMemory,
        syncWrites,
        faultTolerance);
  }

  public DatabaseConfig withEpochInterval(Duration interval) {
    return new DatabaseConfig(
        dataDirectory,
        workers,
        interval,
        checkpointInterval,
        retainedCheckpoints,
        stateBackend,
        stateMemory,
        queryMemory,
        syncWrites,
        faultTolerance);
  }

  public DatabaseConfig withCheckpointInterval(Duration interval) {
    return new DatabaseConfig(
        dataDirectory,
        workers,
        epochInterval,
        interval,
        retainedCheckpoints,
        stateBackend,
        stateMemory,
        queryMemory,
        syncWrites,
        faultTolerance);
  }

  public DatabaseConfig withRetainedCheckpoints(int number) {
    return new DatabaseConfig(
        dataDirectory,
        workers,
        epochInterval,
        checkpointInterval,
        number,
        stateBackend,
        stateMemory,
        queryMemory,
        syncWrites,
        faultTolerance);
  }

  public DatabaseConfig withStateBackend(StateBackendKind kind) {
    return new DatabaseConfig(
        dataDirectory,
        workers,
        epochInterval,
        checkpointInterval,
        retainedCheckpoints,
        Optional.of(kind),
        stateMemory,
        queryMemory,
        syncWrites,
        faultTolerance);
  }

  public DatabaseConfig withStateMemory(DataSize size) {
    return new DatabaseConfig(
        dataDirectory,
        workers,
        epochInterval,
        checkpointInterval,
        retainedCheckpoints,
        stateBackend,
        size,
        queryMemory,
        syncWrites,
        faultTolerance);
  }

  public DatabaseConfig withQueryMemory(DataSize size) {
    return new DatabaseConfig(
        dataDirectory,
        workers,
        epochInterval,
        checkpointInterval,
        retainedCheckpoints,
        stateBackend,
        stateMemory,
        Optional.of(size),
        syncWrites,
        faultTolerance);
  }

  /** What queries may hold, as configured or of this process. */
  public DataSize queryMemoryOrDefault() {
    return queryMemory.orElseGet(
        () -> new DataSize(Math.max(1, Runtime.getRuntime().maxMemory() / 4)));
  }

  public DatabaseConfig withSyncWrites(boolean sync) {
    return new DatabaseConfig(
        dataDirectory,
        workers,
        epochInterval,
        checkpointInterval,
        retainedCheckpoints,
        stateBackend,
        stateMemory,
        queryMemory,
        sync,
        faultTolerance);
  }

  public DatabaseConfig withFaultTolerance(FaultTolerance tolerance) {
    return new DatabaseConfig(
        dataDirectory,
        workers,
        epochInterval,
        checkpointInterval,
        retainedCheckpoints,
        stateBackend,
        stateMemory,
        queryMemory,
        syncWrites,
        tolerance);
  }
}
