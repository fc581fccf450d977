package io.millrace.executor.operator.session;

import io.millrace.executor.state.OrderedTable;
import java.util.Arrays;
import java.util.List;

/**
 * The sessions of all partitions, the latest of a partition first, with their numbers of rows:
 *
 * <pre>
 *   [partition] [time of the first row, 8, descending] [time of the last row, 8] -> rows
 * </pre>
 */
final class SessionTable {
  private static final int WORD = 8;

  private final OrderedTable table;

  SessionTable(OrderedTable table) {
    this.table = table;
  }

  /** A pass over the sessions of a partition that begin at a time or before, the latest first. */
  Pass from(byte[] partition, long time) {
    byte[] key = key(partition, time);
    return new Pass(table.scan(key, 0, key.length, partition.length), partition.length);
  }

  /** One pass; valid until the table is asked for anything else. */
  static final class Pass {
    private final OrderedTable.Scan scan;
    private final int partitionLength;

    private Pass(OrderedTable.Scan scan, int partitionLength) {
      this.scan = scan;
      this.partitionLength = partitionLength;
    }

    /** The next one, or null. */
    Session next() {
      if (!scan.next()) {
        return null;
      }
      int at = scan.start() + partitionLength;
      return new Session(
          TimedRowCodec.readDescending(scan.bytes(), at),
          TimedRowCodec.readDescending(scan.bytes(), at + WORD),
          scan.count());
    }
  }

  /** Puts sessions in the place of others. */
  void replace(byte[] partition, List<Session> before, List<Session> after) {
    before.forEach(session -> add(partition, session, -session.count()));
    after.forEach(session -> add(partition, session, session.count()));
  }

  /** A partition and the time of its session's first row, which no other has. */
  static byte[] key(byte[] partition, long first) {
    byte[] key = Arrays.copyOf(partition, partition.length + WORD);
    TimedRowCodec.writeDescending(key, partition.length, first);
    return key;
  }

  /** The partition of a key. */
  static byte[] partition(byte[] key) {
    return Arrays.copyOf(key, key.length - WORD);
  }

  /** The time of a key. */
  static long first(byte[] key) {
    return TimedRowCodec.readDescending(key, key.length - WORD);
  }

  private void add(byte[] partition, Session session, long rows) {
    byte[] key = Arrays.copyOf(key(partition, session.first()), partition.length + 2 * WORD);
    TimedRowCodec.writeDescending(key, partition.length + WORD, session.last());
    table.add(key, 0, key.length, rows);
  }
}
