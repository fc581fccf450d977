package io.millrace.executor.operator.rank;

import io.millrace.core.plan.SortColumn;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.OrderedBytes;
import java.util.List;

/**
 * The columns that a batch is sorted by, as bytes that compare, unsigned and byte by byte, as the
 * rows do. Used again for each batch.
 */
final class SortKeys {
  private final RowType rowType;
  private final List<SortColumn> order;
  private final OrderedBytes row = new OrderedBytes();
  private int[] starts = new int[65];
  private long[] prefixes = new long[64];

  /**
   * @param order without the columns of the partition
   */
  SortKeys(RowType rowType, List<SortColumn> order) {
    this.rowType = rowType;
    this.order = order;
  }

  void load(ChangeBatch batch) {
    int rows = batch.rowCount();
    if (prefixes.length < rows) {
      starts = new int[rows + 1];
      prefixes = new long[rows];
    }
    row.truncate(0);
    for (int i = 0; i < rows; i++) {
      starts[i] = row.length();
      for (SortColumn sort : order) {
        row.append(batch.column(sort.column()), rowType.type(sort.column()), i, sort);
      }
      prefixes[i] = prefix(row.bytes(), starts[i], row.length() - starts[i]);
    }
    starts[rows] = row.length();
  }

  /** The first 8 bytes as a number that, unsigned, is not greater for what is not greater. */
  static long prefix(byte[] bytes, int start, int length) {
    if (length >= 8) {
      return OrderedBytes.readWord(bytes, start, false);
    }
    long word = 0;
    for (int i = 0; i < length; i++) {
      word |= (bytes[start + i] & 0xffL) << (56 - 8 * i);
    }
    return word;
  }

  long prefix(int number) {
    return prefixes[number];
  }

  byte[] bytes() {
    return row.bytes();
  }

  int start(int number) {
    return starts[number];
  }

  int length(int number) {
    return starts[number + 1] - starts[number];
  }
}
