package io.millrace.server.dml;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.engine.Engine;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The only way to change one table, so that what was checked still holds when it is written.
 * Insertions that come while another change is under way are checked and written together, by
 * whichever of them is first: however many clients insert, they wait for one look-up. Thread-safe.
 */
final class TableWriter {
  /** Rows that are enough for one look-up. */
  private static final int GROUP_ROWS = 10_000;

  private static final long CHECK_MILLIS = 20;

  private final Engine engine;
  private final RelationSpec.Table table;
  private final RowKeys keys;

  /** Held while a change reads and writes; in the order of coming. */
  private final ReentrantLock lock = new ReentrantLock(true);

  private final ArrayDeque<Insertion> waiting = new ArrayDeque<>();

  TableWriter(Engine engine, RelationSpec.Table table) {
    this.engine = engine;
    this.table = table;
    this.keys = new RowKeys(table);
  }

  /** Rows that one statement inserts, whole or not at all. Guarded by {@link #waiting}. */
  private static final class Insertion {
    private final List<Object[]> rows;
    private boolean done;
    private RuntimeException failure;

    Insertion(List<Object[]> rows) {
      this.rows = rows;
    }
  }

  /** Inserts rows, whose values fit their columns. */
  void insert(List<Object[]> rows, AtomicBoolean cancelled) {
    if (rows.isEmpty()) {
      return;
    }
    if (table.primaryKey().isEmpty()) {
      // Rows that are added change nothing that another statement has checked.
      engine.append(table.id(), rows, ones(rows.size()));
      return;
    }
    Set<List<Object>> own = new HashSet<>();
    for (Object[] row : rows) {
      if (!own.add(keys.of(row))) {
        throw keys.violation(row);
      }
    }
    Insertion insertion = new Insertion(rows);
    synchronized (waiting) {
      waiting.add(insertion);
    }
    try {
      acquire(cancelled);
    } catch (MillraceException e) {
      synchronized (waiting) {
        if (waiting.remove(insertion)) {
          throw e;
        }
      }
      // Too late: somebody else is writing it.
      lock.lock();
    }
    try {
      while (!isDone(insertion)) {
        insertGroup();
      }
    } finally {
      lock.unlock();
    }
    synchronized (waiting) {
      if (insertion.failure != null) {
        throw insertion.failure;
      }
    }
  }

  private boolean isDone(Insertion insertion) {
    synchronized (waiting) {
      return insertion.done;
    }
  }

  /** Inserts what waits, in order; the first waits no longer in any case. */
  private void insertGroup() {
    List<Insertion> group = new ArrayList<>();
    synchronized (waiting) {
      int rows = 0;
      while (!waiting.isEmpty() && (rows == 0 || rows + waiting.peek().rows.size() <= GROUP_ROWS)) {
        rows += waiting.peek().rows.size();
        group.add(waiting.remove());
      }
    }
    RuntimeException failure =
        new MillraceException(ErrorCode.INTERNAL_ERROR, "The rows could not be written.");
    try {
      write(group);
      failure = null;
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      synchronized (waiting) {
        for (Insertion insertion : group) {
          insertion.done = true;
          if (insertion.failure == null) {
            insertion.failure = failure;
          }
        }
      }
    }
  }

  private void write(List<Insertion> group) {
    List<Object[]> wanted = new ArrayList<>();
    group.forEach(insertion -> insertion.rows.forEach(row -> wanted.add(keys.values(row))));
    Set<List<Object>> taken = present(wanted);
    List<Object[]> rows = new ArrayList<>();
    for (Insertion insertion : group) {
      MillraceException violation = null;
      for (Object[] row : insertion.rows) {
        if (taken.contains(keys.of(row))) {
          violation = keys.violation(row);
          break;
        }
      }
      if (violation == null) {
        insertion.rows.forEach(row -> taken.add(keys.of(row)));
        rows.addAll(insertion.rows);
      } else {
        synchronized (waiting) {
          insertion.failure = violation;
        }
      }
    }
    engine.append(table.id(), rows, ones(rows.size()));
  }

  /** Those of the keys that rows have. Called by a change that is under way. */
  Set<List<Object>> present(List<Object[]> wanted) {
    Set<List<Object>> present = new HashSet<>();
    try (EpochRead read =
        engine.read(List.of(new ReadRequest(table.id(), table.primaryKey(), wanted)))) {
      RelationRows rows = read.rows(0);
      while (rows.next()) {
        present.add(RowKeys.comparable(rows.row()));
      }
    }
    return present;
  }

  /**
   * Does what reads rows and then changes them, while nobody else does.
   *
   * @return what the change returns
   */
  long change(LongSupplier change, AtomicBoolean cancelled) {
    acquire(cancelled);
    try {
      return change.getAsLong();
    } finally {
      lock.unlock();
    }
  }

  /** Writes changes. Called by a change that is under way. */
  void append(List<Object[]> rows, long[] weights) {
    engine.append(table.id(), rows, weights);
  }

  private void acquire(AtomicBoolean cancelled) {
    try {
      while (!lock.tryLock(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (cancelled.get()) {
          throw new MillraceException(ErrorCode.CANCELLED, "The statement was cancelled.");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MillraceException(ErrorCode.CANCELLED, "Waiting was interrupted.", e);
    }
  }

  private static long[] ones(int count) {
    long[] ones = new long[count];
    Arrays.fill(ones, 1);
    return ones;
  }
}
