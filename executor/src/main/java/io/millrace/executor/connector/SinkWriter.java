package io.millrace.executor.connector;

import io.millrace.executor.data.ChangeBatch;
import java.util.List;

/** One worker's writer. One thread at a time calls it. */
public interface SinkWriter extends AutoCloseable {
  /** Writes rows where nobody sees them yet. The batch is borrowed. */
  void write(ChangeBatch batch);

  /**
   * Makes what was written since the last call durable.
   *
   * @return what {@link Sink#commit} needs; empty when nothing was written
   */
  List<Sink.Committable> prepare(long checkpointId);

  /** Closes without committing. */
  @Override
  void close();
}
