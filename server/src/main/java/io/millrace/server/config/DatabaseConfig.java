package io.millrace.server.config;

import io.millrace.core.config.DataSize;
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
 * @param epochInterval between two moments at which new results become visible, if nobody waits
 * @param checkpointInterval between two checkpoints; zero: only on demand and at the end
 * @param retainedCheckpoints complete checkpoints that are kept, at least 1
 * @param stateBackend where operators keep their state
 * @param stateMemory memory for state, of all workers together
 */
public record DatabaseConfig(
    Optional<Path> dataDirectory,
    Optional<Integer> workers,
    Duration epochInterval,
    Duration checkpointInterval,
    int retainedCheckpoints,
    StateBackendKind stateBackend,
    DataSize stateMemory) {}
