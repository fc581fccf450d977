package io.millrace.executor.coordinator;

import io.millrace.executor.connector.Sink;
import java.util.List;

/**
 * What a sink goes on from after a restart.
 *
 * @param committables of the restored checkpoint
 * @param restored the checkpoint up to which what was committed stays: the restored one, or that of
 *     the savepoint that it repeats; 0 for none, or if it does not hold the sink
 * @param newest the newest checkpoint that was ever complete; later than the restored one if it is
 *     damaged, or if the database has gone back
 */
public record SinkRecovery(List<Sink.Committable> committables, long restored, long newest) {
  public SinkRecovery {
    committables = List.copyOf(committables);
  }
}
