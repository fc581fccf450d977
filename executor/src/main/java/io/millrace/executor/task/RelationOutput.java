package io.millrace.executor.task;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.exchange.TaskOutput;
import java.util.ArrayList;
import java.util.List;

/** The output of a relation on one worker: everything goes to every reader. */
public final class RelationOutput implements TaskOutput {
  private final List<Edge> edges = new ArrayList<>();
  private Runnable wakeUp;

  public void attach(Edge edge) {
    edge.bindProducer(wakeUp);
    edges.add(edge);
  }

  public void detach(long readerId) {
    edges.removeIf(edge -> edge.readerId() == readerId);
    wakeUp.run();
  }

  public boolean hasReaders() {
    return !edges.isEmpty();
  }

  @Override
  public void emit(ChangeBatch batch) {
    try {
      for (Edge edge : edges) {
        edge.emit(batch);
      }
    } finally {
      batch.release();
    }
  }

  @Override
  public void barrier(Barrier barrier) {
    for (Edge edge : edges) {
      edge.barrier(barrier);
    }
  }

  @Override
  public boolean hasRoom() {
    boolean room = true;
    for (Edge edge : edges) {
      room &= edge.hasRoom();
    }
    return room;
  }

  @Override
  public void bindProducer(Runnable newWakeUp) {
    wakeUp = newWakeUp;
    edges.forEach(edge -> edge.bindProducer(newWakeUp));
  }

  void close() {
    edges.forEach(Edge::close);
  }
}
