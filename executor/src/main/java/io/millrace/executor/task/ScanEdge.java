package io.millrace.executor.task;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.element.Rows;
import java.util.List;

/** Leads to a scan of another relation. */
record ScanEdge(long readerId, ScanPort port) implements Edge {
  @Override
  public List<Integer> columns() {
    return port.columns();
  }

  @Override
  public void emit(ChangeBatch batch) {
    port.live().offer(new Rows(batch.select(port.rowType(), port.columns())));
  }

  @Override
  public void barrier(Barrier barrier) {
    port.live().offer(barrier);
  }

  @Override
  public boolean hasRoom() {
    return port.live().hasRoom();
  }

  @Override
  public void bindProducer(Runnable wakeUp) {
    port.live().bindProducer(wakeUp);
  }

  @Override
  public void close() {
    // What is in the channel is the port's.
  }
}
