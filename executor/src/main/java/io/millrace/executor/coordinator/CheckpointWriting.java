package io.millrace.executor.coordinator;

import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.log.TableLog;

/** Where checkpoints go, and the log that they make shorter. */
public record CheckpointWriting(CheckpointSettings settings, CheckpointStore store, TableLog log) {}
