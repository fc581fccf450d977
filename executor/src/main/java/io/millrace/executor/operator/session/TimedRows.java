package io.millrace.executor.operator.session;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.table.OrderedTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of all partitions, the latest first, and the epoch's changes of them. These go to the
 * rows while the regions are passed at the epoch's end.
 */
final class TimedRows {
  private static final byte[] BEGINNING = {};

  private final String operator;
  private final TimedRowCodec codec;

  /** Not state: there are none between epochs. */
  private OrderedTree changes = new OrderedTree(false);

  /** Where the next region's changes begin. */
  private byte[] front = BEGINNING;

  /** Null if nobody asks for rows later. */
  private final OrderedTable rows;

  TimedRows(String operator, TimedRowCodec codec, OrderedTable rows) {
    this.operator = operator;
    this.codec = codec;
    this.rows = rows;
  }

  /** Adds to the changes the row that was written last. */
  void change(long weight) {
    changes.add(codec.bytes(), 0, codec.length(), weight);
  }

  /**
   * What the next changes are about, and others near them.
   *
   * @return null if there are no more in the epoch
   */
  Region nextRegion(SessionTable sessions, long gap) {
    OrderedTable.Scan change = changes.scan(front, 0, front.length, 0);
    if (!change.next()) {
      changes = new OrderedTree(false);
      front = BEGINNING;
      return null;
    }
    byte[] partition = codec.partition(change.bytes(), change.start());
    long time = timeOf(change, partition);
    Region region = new Region(partition, time);
    SessionTable.Pass pass = sessions.from(partition, Session.shift(time, gap));
    Session session = pass.next();
    boolean more = true;
    while (true) {
      if (session != null && session.last() >= Session.shift(region.earliest(), -gap)) {
        region.add(session);
        session = pass.next();
      } else if (more && time >= Session.shift(region.earliest(), -gap)) {
        region.add(time, change.count());
        more = change.next() && isOf(change, partition);
        time = more ? timeOf(change, partition) : time;
      } else {
        front = codec.beginning(partition, region.earliest() - 1);
        return region;
      }
    }
  }

  private long timeOf(OrderedTable.Scan scan, byte[] partition) {
    return codec.time(scan.bytes(), scan.start() + partition.length);
  }

  private static boolean isOf(OrderedTable.Scan scan, byte[] partition) {
    return scan.length() >= partition.length
        && Arrays.equals(
            scan.bytes(),
            scan.start(),
            scan.start() + partition.length,
            partition,
            0,
            partition.length);
  }

  /**
   * A pass over the rows and changes of a region, the latest first; valid until rows are changed.
   *
   * @param behind the row behind which it begins; null for the region's beginning
   * @param onlyChanges whether to leave out rows without changes; nothing is known of rows before
   *     the changes then
   */
  Pass pass(Region region, byte[] behind, boolean onlyChanges) {
    byte[] key =
        behind == null
            ? codec.beginning(region.partition(), region.latest())
            : Arrays.copyOf(behind, behind.length + 1);
    return new Pass(region, key, onlyChanges ? null : rows);
  }

  /** One pass. After {@link #next} returned true the accessors speak of the current row. */
  final class Pass {
    private final Region region;
    private final OrderedTable.Scan held;
    private final OrderedTable.Scan changed;
    private boolean moreHeld;
    private boolean moreChanged;
    private boolean atHeld;
    private boolean atChanged;

    private Pass(Region region, byte[] key, OrderedTable rows) {
      int prefix = region.partition().length;
      this.region = region;
      this.held = rows == null ? null : rows.scan(key, 0, key.length, prefix);
      this.changed = changes.scan(key, 0, key.length, prefix);
      this.atHeld = held != null;
      this.atChanged = true;
    }

    boolean next() {
      if (atHeld) {
        moreHeld = isInside(held);
      }
      if (atChanged) {
        moreChanged = isInside(changed);
      }
      int order = !moreChanged ? -1 : !moreHeld ? 1 : compare(held, changed);
      atHeld = moreHeld && order <= 0;
      atChanged = moreChanged && order >= 0;
      if (before() + change() < 0 && held != null) {
        throw new MillraceException(
            ErrorCode.INTERNAL_ERROR, operator + ": more rows were taken back than had come");
      }
      return atHeld || atChanged;
    }

    private boolean isInside(OrderedTable.Scan scan) {
      return scan.next() && timeOf(scan, region.partition()) >= region.earliest();
    }

    private static int compare(OrderedTable.Scan a, OrderedTable.Scan b) {
      return Arrays.compareUnsigned(
          a.bytes(),
          a.start(),
          a.start() + a.length(),
          b.bytes(),
          b.start(),
          b.start() + b.length());
    }

    private OrderedTable.Scan current() {
      return atHeld ? held : changed;
    }

    /** The array that holds the row, from {@link #start} on. */
    byte[] bytes() {
      return current().bytes();
    }

    int start() {
      return current().start();
    }

    /** The row, a copy. */
    byte[] copy() {
      OrderedTable.Scan scan = current();
      return Arrays.copyOfRange(scan.bytes(), scan.start(), scan.start() + scan.length());
    }

    long time() {
      return timeOf(current(), region.partition());
    }

    /** How many such rows there were. */
    long before() {
      return atHeld ? held.count() : 0;
    }

    /** How many came; below 0: went. */
    long change() {
      return atChanged ? changed.count() : 0;
    }
  }

  /** The sessions of a region after its changes, the latest first. */
  List<Session> sessions(Region region, long gap) {
    List<Session> sessions = new ArrayList<>();
    Session current = null;
    Pass pass = pass(region, null, false);
    while (pass.next()) {
      long count = pass.before() + pass.change();
      if (count > 0) {
        long time = pass.time();
        if (current != null && time >= Session.shift(current.first(), -gap)) {
          current = new Session(time, current.last(), current.count() + count);
        } else {
          if (current != null) {
            sessions.add(current);
          }
          current = new Session(time, time, count);
        }
      }
    }
    if (current != null) {
      sessions.add(current);
    }
    return sessions;
  }

  /** How often the row {@code bytes} comes or, below 0, goes. */
  record Change(byte[] bytes, long count) {}

  /** Brings changes to the rows. */
  void apply(List<Change> applied) {
    for (Change change : applied) {
      rows.add(change.bytes(), 0, change.bytes().length, change.count());
    }
  }

  /** Whether rows are kept beyond the epoch. */
  boolean areKept() {
    return rows != null;
  }
}
