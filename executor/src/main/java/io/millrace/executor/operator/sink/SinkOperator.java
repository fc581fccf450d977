package io.millrace.executor.operator.sink;

import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.Output;
import java.util.function.IntConsumer;

/** Writes what comes in; its task prepares the writer at checkpoints. */
public final class SinkOperator implements Operator {
  private final SinkWriter writer;
  private final IntConsumer written;
  private boolean hasWritten;

  /**
   * @param written told how many rows were written
   */
  public SinkOperator(SinkWriter writer, IntConsumer written) {
    this.writer = writer;
    this.written = written;
  }

  /** The writer, for preparing at a checkpoint. */
  public SinkWriter writer() {
    return writer;
  }

  /** Whether rows were written since the writer was prepared last. */
  public boolean hasWritten() {
    return hasWritten;
  }

  /** The writer is being prepared: rows that come from now on are new. */
  public void beginPreparing() {
    hasWritten = false;
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    writer.write(batch);
    hasWritten = true;
    written.accept(batch.rowCount());
  }

  @Override
  public void close() {
    writer.close();
  }
}
