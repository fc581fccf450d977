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

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    writer.write(batch);
    written.accept(batch.rowCount());
  }

  @Override
  public void close() {
    writer.close();
  }
}
