package io.millrace.executor.worker;

import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.state.SnapshotJob;
import java.util.List;
import java.util.Map;

/**
 * One worker's part of a checkpoint.
 *
 * @param job writes the state
 * @param positions of the splits, by source
 * @param committables of the sinks
 * @param logPosition up to where the table log was taken; of worker 0, else 0
 * @param failure why the checkpoint cannot be completed, or null
 */
public record WorkerCheckpoint(
    long checkpointId,
    SnapshotJob job,
    Map<Long, Map<String, SplitState>> positions,
    Map<Long, List<Sink.Committable>> committables,
    long logPosition,
    Throwable failure) {}
