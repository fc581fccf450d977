package io.millrace.executor.worker;

import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.state.SnapshotJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One worker's part of a checkpoint while it is gathered. Belongs to the worker's thread. */
final class CheckpointPart {
  private final long id;
  private final Map<Long, Map<String, SplitState>> positions = new HashMap<>();
  private final Map<Long, List<Sink.Committable>> committables = new HashMap<>();
  private long logPosition;
  private SnapshotJob job;
  private int preparing;
  private Throwable failure;

  CheckpointPart(long id) {
    this.id = id;
  }

  long id() {
    return id;
  }

  void logPosition(long position) {
    logPosition = position;
  }

  void addPositions(long sourceId, Map<String, SplitState> splits) {
    positions.put(sourceId, splits);
  }

  /** A sink's writer is being prepared. */
  void preparing() {
    preparing++;
  }

  /** A sink's writer is prepared or, with a cause, has failed to be. */
  void prepared(long sinkId, List<Sink.Committable> prepared, Throwable cause) {
    preparing--;
    committables.put(sinkId, List.copyOf(prepared));
    if (failure == null) {
      failure = cause;
    }
  }

  void frozen(SnapshotJob snapshotJob) {
    job = snapshotJob;
  }

  boolean isReady() {
    return job != null && preparing == 0;
  }

  WorkerCheckpoint report() {
    return new WorkerCheckpoint(
        id, job, Map.copyOf(positions), Map.copyOf(committables), logPosition, failure);
  }
}
