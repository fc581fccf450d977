package io.millrace.executor.engine;

import io.millrace.executor.state.SnapshotJob;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateBackendFactory;
import io.millrace.executor.state.StateTables;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Backends of another factory, which measure their memory at every checkpoint. */
final class MeasuredBackends implements StateBackendFactory {
  private final StateBackendFactory factory;
  private final AtomicLong mostBytes;

  /**
   * @param mostBytes gets the most bytes that one worker had when it froze its tables
   */
  MeasuredBackends(StateBackendFactory factory, AtomicLong mostBytes) {
    this.factory = factory;
    this.mostBytes = mostBytes;
  }

  @Override
  public String format() {
    return factory.format();
  }

  @Override
  public void redistribute(List<Path> parts, List<Path> targets) {
    factory.redistribute(parts, targets);
  }

  @Override
  public StateBackend open(int worker, Path directory) {
    StateBackend backend = factory.open(worker, directory);
    return new StateBackend() {
      @Override
      public StateTables tables(long relationId, int nodeId) {
        return backend.tables(relationId, nodeId);
      }

      @Override
      public void freeze(long relationId, int nodeId) {
        backend.freeze(relationId, nodeId);
      }

      @Override
      public SnapshotJob finishFreeze(long checkpointId) {
        mostBytes.accumulateAndGet(backend.memoryBytes(), Math::max);
        return backend.finishFreeze(checkpointId);
      }

      @Override
      public void completed(long checkpointId) {
        backend.completed(checkpointId);
      }

      @Override
      public void failed(long checkpointId) {
        backend.failed(checkpointId);
      }

      @Override
      public void drop(long relationId) {
        backend.drop(relationId);
      }

      @Override
      public Set<Long> relations() {
        return backend.relations();
      }

      @Override
      public long memoryBytes() {
        return backend.memoryBytes();
      }

      @Override
      public boolean wantsCheckpoint() {
        return backend.wantsCheckpoint();
      }

      @Override
      public void close() {
        backend.close();
      }
    };
  }
}
