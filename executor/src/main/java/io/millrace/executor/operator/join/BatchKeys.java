package io.millrace.executor.operator.join;

import io.millrace.executor.operator.packed.PackedRows;
import io.millrace.executor.state.RecordTable;
import java.util.Arrays;

/**
 * The different keys of a batch with their rows, and how many rows each key had before the batch
 * and has with it. Fields are for loops.
 */
final class BatchKeys {
  /** A row is compared with at most so many before it that have its key. */
  private static final int MOST_COMPARED = 16;

  /** How many different keys there are. */
  int count;

  /** For each key its first row. */
  int[] first = new int[64];

  /** For each row the next one with the same key, or -1. */
  int[] next = new int[64];

  /** For each key how many rows it had before. */
  long[] before = new long[64];

  /** For each key how many rows it has now. */
  long[] after = new long[64];

  private int[] last = new int[64];

  /**
   * Adds the batch's weights to the records' counts, and marks each with its key's number and 1.
   *
   * @param weights of the rows; null if all are 1
   */
  void load(RecordTable table, int[] slots, int rows, long[] weights) {
    if (next.length < rows) {
      int size = Math.max(rows, 2 * next.length);
      first = new int[size];
      next = new int[size];
      last = new int[size];
      before = new long[size];
      after = new long[size];
    }
    Arrays.fill(next, 0, rows, -1);
    count = 0;
    for (int row = 0; row < rows; row++) {
      long[] page = table.writablePage(slots[row]);
      int at = table.offset(slots[row]);
      int key = (int) page[at + SideState.MARK] - 1;
      if (key < 0) {
        key = count++;
        page[at + SideState.MARK] = count;
        first[key] = row;
        before[key] = page[at + SideState.COUNT];
        after[key] = before[key];
      } else {
        next[last[key]] = row;
      }
      last[key] = row;
      after[key] += weights == null ? 1 : weights[row];
      page[at + SideState.COUNT] = after[key];
    }
  }

  /**
   * Brings together what equal rows of a batch weigh, so that a row that comes and goes in it costs
   * nothing: an update of other columns takes back a row and brings an equal one.
   *
   * @param weights of the rows; changed
   */
  void net(PackedRows rows, long[] weights) {
    for (int key = 0; key < count; key++) {
      int from = first[key];
      int looked = 0;
      for (int row = next[from]; row >= 0; row = next[row]) {
        for (int other = from; other != row; other = next[other]) {
          if (weights[other] != 0 && rows.areEqual(other, row)) {
            weights[other] += weights[row];
            weights[row] = 0;
            break;
          }
        }
        // Of many rows each is compared with a few before it: what belongs together comes together.
        if (++looked >= MOST_COMPARED) {
          from = next[from];
        }
      }
    }
  }

  /** Whether the rows of a key, given by its first, have been brought together to nothing. */
  boolean isNothing(int firstRow, long[] weights) {
    for (int row = firstRow; row >= 0; row = next[row]) {
      if (weights[row] != 0) {
        return false;
      }
    }
    return true;
  }
}
