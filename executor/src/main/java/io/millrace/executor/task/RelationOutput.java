package io.millrace.executor.task;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.exchange.TaskOutput;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The output of a relation on one worker: everything goes to every reader. */
public final class RelationOutput implements TaskOutput {
  private final List<Edge> edges = new ArrayList<>();
  private Runnable wakeUp;
  private int changes;

  public void attach(Edge edge) {
    edge.bindProducer(wakeUp);
    edges.add(edge);
    changes++;
  }

  public void detach(long readerId) {
    edges.removeIf(edge -> edge.readerId() == readerId);
    changes++;
    wakeUp.run();
  }

  /** How often readers have come or gone. */
  int changes() {
    return changes;
  }

  /** The columns that any reader reads, of so many. */
  BitSet columns(int count) {
    BitSet columns = new BitSet(count);
    for (Edge edge : edges) {
      if (edge.columns() == null) {
        columns.set(0, count);
      } else {
        edge.columns().forEach(columns::set);
      }
    }
    return columns;
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
