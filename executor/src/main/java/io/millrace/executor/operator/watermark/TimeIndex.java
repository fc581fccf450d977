package io.millrace.executor.operator.watermark;

import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.Redistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keys under the times at which something is to be done with them, in a state table whose order is
 * that of the times: what is past stands at its beginning. Keys begin with the hash of the columns
 * that the operator's input is exchanged by.
 */
public final class TimeIndex {
  private static final int TIME_BYTES = 8;
  private static final byte[] NO_PREFIX = {};

  private final OrderedTable table;
  private byte[] entry = new byte[64];

  public TimeIndex(OrderedTable table) {
    this.table = table;
  }

  /**
   * Of the table.
   *
   * @param keys the columns that the operator's input is exchanged by
   */
  public static Redistribution redistribution(List<?> keys) {
    return Redistribution.byHash(TIME_BYTES, keys);
  }

  /**
   * A key and its time.
   *
   * @param times how often it was added
   */
  public record Entry(long time, byte[] key, long times) {}

  /** Adds a key; the same key may come more than once. */
  public void add(long time, byte[] key, int length) {
    table.add(entry(time, key, length), 0, TIME_BYTES + length, 1);
  }

  /** Removes what {@link #past} has returned. */
  public void remove(Entry removed) {
    int length = removed.key().length;
    table.add(
        entry(removed.time(), removed.key(), length), 0, TIME_BYTES + length, -removed.times());
  }

  private byte[] entry(long time, byte[] key, int length) {
    if (entry.length < TIME_BYTES + length) {
      entry = new byte[2 * (TIME_BYTES + length)];
    }
    long ordered = time ^ Long.MIN_VALUE;
    for (int i = 0; i < TIME_BYTES; i++) {
      entry[i] = (byte) (ordered >>> (56 - 8 * i));
    }
    System.arraycopy(key, 0, entry, TIME_BYTES, length);
    return entry;
  }

  /**
   * The first entries whose time is past, in the order of their times.
   *
   * @param upTo as {@link PastTimes#upTo} says
   */
  public List<Entry> past(long upTo, int most) {
    List<Entry> entries = new ArrayList<>();
    if (upTo == PastTimes.NONE) {
      return entries;
    }
    OrderedTable.Scan scan = table.scan(NO_PREFIX, 0, 0, 0);
    while (entries.size() < most && scan.next()) {
      long time = time(scan.bytes(), scan.start());
      if (time > upTo) {
        break;
      }
      byte[] key =
          Arrays.copyOfRange(scan.bytes(), scan.start() + TIME_BYTES, scan.start() + scan.length());
      entries.add(new Entry(time, key, scan.count()));
    }
    return entries;
  }

  private static long time(byte[] source, int at) {
    long ordered = 0;
    for (int i = 0; i < TIME_BYTES; i++) {
      ordered = ordered << 8 | source[at + i] & 0xff;
    }
    return ordered ^ Long.MIN_VALUE;
  }
}
