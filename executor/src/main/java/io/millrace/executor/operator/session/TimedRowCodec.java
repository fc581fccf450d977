package io.millrace.executor.operator.session;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.SortColumn;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.OrderedBytes;
import io.millrace.executor.operator.packed.SortedRowCodec;
import io.millrace.executor.state.KeyBatch;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * Rows as bytes that compare by partition, then by time, the latest first, then by the other
 * columns; see {@link SortedRowCodec}.
 */
final class TimedRowCodec {
  private static final int WORD = 8;

  private final SortedRowCodec rows;
  private final boolean nullable;

  TimedRowCodec(ExecNode.SessionWindow node, RowType inputType) {
    this.rows =
        new SortedRowCodec(
            node.partitionKeys(),
            List.of(new SortColumn(node.timeColumn(), true, true)),
            inputType);
    this.nullable = inputType.type(node.timeColumn()).nullable();
  }

  /** Writes a row whose time is not NULL. */
  void write(KeyBatch keys, ChangeBatch batch, int row) {
    rows.write(keys.hash(row), batch, row);
  }

  /** The array that holds the row that was written last, from its beginning; a view. */
  byte[] bytes() {
    return rows.bytes();
  }

  int length() {
    return rows.length();
  }

  /** The part of a row that is its partition's, a copy. */
  byte[] partition(byte[] source, int start) {
    return Arrays.copyOfRange(source, start, rows.partitionEnd(source, start));
  }

  /**
   * A row's time.
   *
   * @param partition where the partition's part ends
   */
  long time(byte[] source, int partition) {
    return ~OrderedBytes.readWord(source, partition + (nullable ? 1 : 0), false) ^ Long.MIN_VALUE;
  }

  /** The beginning of all rows of a partition with this time, behind those with later ones. */
  byte[] beginning(byte[] partition, long time) {
    int marks = nullable ? 1 : 0;
    byte[] key = Arrays.copyOf(partition, partition.length + marks + WORD);
    if (nullable) {
      key[partition.length] = 1;
    }
    writeDescending(key, partition.length + marks, time);
    return key;
  }

  /** Writes a number so that greater ones come first. */
  static void writeDescending(byte[] target, int at, long value) {
    long word = ~(value ^ Long.MIN_VALUE);
    for (int i = 0; i < WORD; i++) {
      target[at + i] = (byte) (word >>> (56 - 8 * i));
    }
  }

  /** Reads what {@link #writeDescending} wrote. */
  static long readDescending(byte[] source, int at) {
    return ~OrderedBytes.readWord(source, at, false) ^ Long.MIN_VALUE;
  }

  /**
   * Reads some columns of a row.
   *
   * @param vectors one for each column of the input; null for what is not wanted
   */
  void read(byte[] source, int start, FieldVector[] vectors, int target) {
    rows.read(source, start, vectors, target);
  }

  /** Reads the columns of a partition. */
  void readPartition(byte[] partition, FieldVector[] vectors, int target) {
    rows.readPartition(partition, vectors, target);
  }
}
