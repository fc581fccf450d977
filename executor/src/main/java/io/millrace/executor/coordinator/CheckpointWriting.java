package io.millrace.executor.coordinator;

import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.log.PositionLog;
import io.millrace.executor.log.TableLog;

/**
 * Where checkpoints go, and the log that they make shorter.
 *
 * @param positions where sources record how far they are read, if no row may be read twice; else
 *     null
 */
public record CheckpointWriting(
    CheckpointSettings settings, CheckpointStore store, TableLog log, PositionLog positions) {}
