package io.millrace.server.query;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/** Rows that are read any number of times: they are held from the first time on. */
final class HeldScan extends AbstractEnumerable<Object[]> {
  private static final int CHECK_EVERY = 4096;

  private final Enumerable<Object[]> source;
  private final HeldMemory memory;
  private final Cancellation cancellation;
  private List<Object[]> held;

  HeldScan(Enumerable<Object[]> source, HeldMemory memory, Cancellation cancellation) {
    this.source = source;
    this.memory = memory;
    this.cancellation = cancellation;
  }

  @Override
  public Enumerator<Object[]> enumerator() {
    if (held == null) {
      held = read();
    }
    cancellation.check();
    List<Object[]> rows = held;
    return new Enumerator<>() {
      private int next;

      @Override
      public Object[] current() {
        return rows.get(next - 1);
      }

      @Override
      public boolean moveNext() {
        if (next % CHECK_EVERY == 0) {
          cancellation.check();
        }
        if (next >= rows.size()) {
          return false;
        }
        next++;
        return true;
      }

      @Override
      public void reset() {
        next = 0;
      }

      @Override
      public void close() {
        // The rows stay for the next one.
      }
    };
  }

  private List<Object[]> read() {
    List<Object[]> rows = new ArrayList<>();
    try (Enumerator<Object[]> all = source.enumerator()) {
      while (all.moveNext()) {
        memory.add(all.current());
        rows.add(all.current());
      }
    }
    return rows;
  }
}
