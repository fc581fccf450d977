package io.millrace.executor.operator.rank;

import io.millrace.executor.state.RecordTable;
import java.util.Arrays;

/**
 * Which rows of a batch may be among the first of their partitions, partition by partition. Rows
 * are judged by the beginning of their sort columns alone. Fields are for loops.
 */
final class TopBatch {
  /** The rows that may be, by number. */
  int[] rows = new int[64];

  /** How many partitions they are of. */
  int partitions;

  /** For each partition where its last row is in {@link #rows}, plus one. */
  int[] ends = new int[64];

  private final int most;
  private final long[] best;
  private int[] first = new int[64];
  private int[] last = new int[64];
  private int[] next = new int[64];
  private int[] counts = new int[64];

  /**
   * @param most rows that are wanted of each partition
   */
  TopBatch(int most) {
    this.most = most;
    this.best = new long[most];
  }

  /**
   * Chooses rows. The marks of the records are 0 before and after.
   *
   * @param slots of the rows' partitions
   */
  void load(RecordTable table, int[] slots, SortKeys keys, int rowCount) {
    if (rows.length < rowCount) {
      int size = Math.max(rowCount, 2 * rows.length);
      rows = new int[size];
      ends = new int[size];
      first = new int[size];
      last = new int[size];
      next = new int[size];
      counts = new int[size];
    }
    partitions = 0;
    for (int row = 0; row < rowCount; row++) {
      long[] page = table.page(slots[row]);
      int at = table.offset(slots[row]);
      if (page[at + TopRows.COUNT] < most
          || Long.compareUnsigned(keys.prefix(row), page[at + TopRows.LIMIT]) <= 0) {
        mark(table, slots[row], row);
      }
    }
    int chosen = 0;
    for (int i = 0; i < partitions; i++) {
      int slot = slots[first[i]];
      table.writablePage(slot)[table.offset(slot) + TopRows.MARK] = 0;
      chosen = choose(i, keys, chosen);
      ends[i] = chosen;
    }
  }

  private void mark(RecordTable table, int slot, int row) {
    long[] page = table.writablePage(slot);
    int mark = table.offset(slot) + TopRows.MARK;
    int partition = (int) page[mark] - 1;
    if (partition < 0) {
      partition = partitions++;
      page[mark] = partitions;
      first[partition] = row;
      counts[partition] = 0;
    } else {
      next[last[partition]] = row;
    }
    counts[partition]++;
    last[partition] = row;
    next[row] = -1;
  }

  private int choose(int partition, SortKeys keys, int from) {
    long bound = counts[partition] > most ? bound(first[partition], keys) : -1;
    int chosen = from;
    for (int row = first[partition]; row >= 0; row = next[row]) {
      if (Long.compareUnsigned(keys.prefix(row), bound) <= 0) {
        rows[chosen++] = row;
      }
    }
    return chosen;
  }

  /** The largest of the smallest prefixes, as many as rows are wanted. */
  private long bound(int firstRow, SortKeys keys) {
    Arrays.fill(best, -1);
    for (int row = firstRow; row >= 0; row = next[row]) {
      long prefix = keys.prefix(row);
      int at = most - 1;
      if (Long.compareUnsigned(prefix, best[at]) < 0) {
        while (at > 0 && Long.compareUnsigned(prefix, best[at - 1]) < 0) {
          best[at] = best[at - 1];
          at--;
        }
        best[at] = prefix;
      }
    }
    return best[most - 1];
  }
}
