package io.millrace.executor.operator.rank;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.RankFunction;
import io.millrace.executor.operator.packed.SortedRowCodec;
import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.Redistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of all partitions, sorted and counted. */
final class SortedRows {
  private final RankFunction function;
  private final long from;
  private final long to;
  private final SortedRowCodec codec;
  private final OrderedTable table;
  private long negatives;

  SortedRows(ExecNode.Rank node, SortedRowCodec codec, OrderedTable table) {
    this.function = node.function();
    this.from = node.from();
    this.to = node.to();
    this.codec = codec;
    this.table = table;
  }

  /** Of the table: by the partition, whose hash rows begin with. */
  static Redistribution redistribution(ExecNode.Rank node) {
    return Redistribution.byHash(0, node.partitionKeys());
  }

  /** Adds to a row's count. */
  void add(byte[] bytes, int length, long count) {
    long now = table.add(bytes, 0, length, count);
    negatives += (now < 0 ? 1 : 0) - (now - count < 0 ? 1 : 0);
  }

  /** Rows that were taken back more often than they came; 0 at the end of every epoch. */
  long negatives() {
    return negatives;
  }

  /**
   * The rows of a partition whose numbers are in the range.
   *
   * @param rows in their order
   * @param limit where the range is full: its last row or, where rows can have equal numbers, the
   *     last row's bytes up to the end of the sort columns; null if more rows can come behind it
   */
  record Range(List<RankedRow> rows, byte[] limit) {}

  /**
   * Reads a partition, in which no row has a negative count.
   *
   * @param surplus gets the rows behind the range, with how many there are; null if nobody asks
   */
  Range read(byte[] partition, List<RankedRow> surplus) {
    return function == RankFunction.ROW_NUMBER
        ? readNumbered(partition, surplus)
        : readRanked(partition, surplus);
  }

  private Range readNumbered(byte[] partition, List<RankedRow> surplus) {
    List<RankedRow> rows = new ArrayList<>();
    byte[] limit = null;
    long seen = 0;
    OrderedTable.Scan scan = table.scan(partition, 0, partition.length, partition.length);
    while ((limit == null || surplus != null) && scan.next()) {
      long last = seen + scan.count();
      if (last >= from) {
        byte[] bytes = copy(scan, scan.length());
        long first = Math.max(seen + 1, from);
        long end = Math.min(last, to);
        if (first <= end) {
          rows.add(new RankedRow(bytes, first, end - first + 1));
        }
        if (surplus != null && last > to) {
          surplus.add(new RankedRow(bytes, first, last - Math.max(seen, to)));
        }
        if (last >= to && limit == null) {
          limit = bytes;
        }
      }
      seen = last;
    }
    return new Range(rows, limit);
  }

  private Range readRanked(byte[] partition, List<RankedRow> surplus) {
    List<RankedRow> rows = new ArrayList<>();
    byte[] limit = null;
    byte[] peer = null;
    long seen = 0;
    long rank = 0;
    OrderedTable.Scan scan = table.scan(partition, 0, partition.length, partition.length);
    while (scan.next()) {
      if (peer == null || !startsWith(scan, peer)) {
        rank = function == RankFunction.RANK ? seen + 1 : rank + 1;
        if (rank > to && surplus == null) {
          break;
        }
        byte[] bytes = copy(scan, scan.length());
        peer = Arrays.copyOf(bytes, codec.sortEnd(bytes, partition.length));
      }
      seen += scan.count();
      if (rank > to) {
        surplus.add(new RankedRow(copy(scan, scan.length()), rank, scan.count()));
      } else {
        if (rank >= from) {
          rows.add(new RankedRow(copy(scan, scan.length()), rank, scan.count()));
        }
        boolean full = function == RankFunction.RANK ? seen >= to : rank == to;
        limit = full ? peer : null;
      }
    }
    return new Range(rows, limit);
  }

  private static boolean startsWith(OrderedTable.Scan scan, byte[] prefix) {
    return scan.length() >= prefix.length
        && Arrays.equals(
            scan.bytes(), scan.start(), scan.start() + prefix.length, prefix, 0, prefix.length);
  }

  private static byte[] copy(OrderedTable.Scan scan, int length) {
    return Arrays.copyOfRange(scan.bytes(), scan.start(), scan.start() + length);
  }

  /** Whether changes of this row leave a full range as it is, if all changes are of such rows. */
  boolean isBehind(byte[] bytes, int length, byte[] limit, boolean insertsOnly) {
    if (limit == null) {
      return false;
    }
    if (function != RankFunction.ROW_NUMBER) {
      int compared = Math.min(length, limit.length);
      return Arrays.compareUnsigned(bytes, 0, compared, limit, 0, limit.length) > 0;
    }
    int order = Arrays.compareUnsigned(bytes, 0, length, limit, 0, limit.length);
    return insertsOnly ? order >= 0 : order > 0;
  }

  /** Drops all rows of a partition. */
  void clear(byte[] partition) {
    List<RankedRow> all = new ArrayList<>();
    OrderedTable.Scan scan = table.scan(partition, 0, partition.length, partition.length);
    while (scan.next()) {
      all.add(new RankedRow(copy(scan, scan.length()), 0, scan.count()));
    }
    drop(all);
  }

  /** Drops rows that were found to be behind a range to which no row ever comes back. */
  void drop(List<RankedRow> surplus) {
    for (RankedRow row : surplus) {
      table.add(row.bytes(), 0, row.bytes().length, -row.count());
    }
  }
}
