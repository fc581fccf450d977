package io.millrace.executor.operator.aggregate;

import io.millrace.core.type.DataType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.OrderedBytes;
import io.millrace.executor.operator.record.RecordView;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.RecordTable;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * MIN and MAX of one column whose rows may be taken back. All values of a group are counted in an
 * ordered table; the record caches the two extremes, so that the table is searched only when an
 * extreme itself is gone.
 *
 * <p>Words: a byte cell with the least value's bytes, its state, a byte cell with the greatest
 * value's bytes, its state.
 */
final class OrderedExtremeAccumulator extends Accumulator {
  static final int MINIMUM = 0;
  static final int MAXIMUM = 2;

  /** The group has no value. */
  static final long NONE = 0;

  /** The cell holds the extreme. */
  private static final long KNOWN = 1;

  /** The cell holds a bound: a value that was the extreme and is gone. */
  private static final long GONE = 2;

  private final int column;
  private final DataType type;
  private final List<Integer> groupKeys;
  private final List<DataType> groupTypes;
  private final OrderedTable values;
  private final OrderedBytes key = new OrderedBytes();
  private byte[] current = new byte[32];

  OrderedExtremeAccumulator(
      Contribution contribution,
      int column,
      DataType type,
      List<Integer> groupKeys,
      List<DataType> groupTypes,
      OrderedTable values) {
    super(contribution);
    this.column = column;
    this.type = type;
    this.groupKeys = groupKeys;
    this.groupTypes = groupTypes;
    this.values = values;
  }

  DataType type() {
    return type;
  }

  @Override
  int words() {
    return 4;
  }

  @Override
  int[] byteCells() {
    return new int[] {MINIMUM, MAXIMUM};
  }

  @Override
  boolean needsCompletion() {
    return true;
  }

  @Override
  void add(GroupRows rows, ArgumentColumns arguments, KeyBatch keys) {
    long[] weights = weights();
    FieldVector vector = arguments.vector(column);
    for (int i = 0; i < rows.size; i++) {
      long weight = weights == null ? 1 : weights[i];
      if (weight == 0) {
        continue;
      }
      int prefix = group(keys.hash(i), arguments.batch(), groupKeys, i);
      key.appendLast(vector, type, i);
      long count = values.add(key.bytes(), 0, key.length(), weight);
      // Only a value that has come or gone as a whole can change an extreme.
      if (count > 0 && count - weight <= 0) {
        came(rows, i, MINIMUM, prefix);
        came(rows, i, MAXIMUM, prefix);
      } else if (count <= 0 && count - weight > 0) {
        went(rows, i, MINIMUM, prefix);
        went(rows, i, MAXIMUM, prefix);
      }
    }
  }

  private void came(GroupRows rows, int row, int extreme, int prefix) {
    int state = rows.offsets[row] + firstWord() + extreme + 1;
    long[] page = rows.pages[row];
    if (page[state] != NONE) {
      int order = compare(rows, row, extreme, prefix);
      if (order == 0) {
        page[state] = KNOWN;
        return;
      }
      if (extreme == MINIMUM ? order > 0 : order < 0) {
        return;
      }
    }
    page[state] = KNOWN;
    rows.table.writeBytes(
        rows.slots[row], firstWord() + extreme, key.bytes(), prefix, key.length() - prefix);
  }

  private void went(GroupRows rows, int row, int extreme, int prefix) {
    int state = rows.offsets[row] + firstWord() + extreme + 1;
    long[] page = rows.pages[row];
    if (page[state] == KNOWN && compare(rows, row, extreme, prefix) == 0) {
      page[state] = GONE;
    }
  }

  /** The value at hand against the cached one. */
  private int compare(GroupRows rows, int row, int extreme, int prefix) {
    RecordTable table = rows.table;
    int cell = firstWord() + extreme;
    int length = table.bytesLength(rows.slots[row], cell);
    if (current.length < length) {
      current = new byte[2 * length];
    }
    table.readBytes(rows.slots[row], cell, current, 0);
    return Arrays.compareUnsigned(key.bytes(), prefix, key.length(), current, 0, length);
  }

  @Override
  void complete(RecordView records, int count, KeyBatch keys, ChangeBatch columns) {
    for (int i = 0; i < count; i++) {
      complete(records, i, MINIMUM, keys, columns);
      complete(records, i, MAXIMUM, keys, columns);
    }
  }

  private void complete(
      RecordView records, int record, int extreme, KeyBatch keys, ChangeBatch columns) {
    long[] page = records.pages[record];
    int state = records.offsets[record] + firstWord() + extreme + 1;
    if (page[state] != GONE) {
      return;
    }
    int prefix = group(keys.hash(record), columns, null, record);
    byte[] found =
        extreme == MINIMUM
            ? values.first(key.bytes(), 0, prefix)
            : values.last(key.bytes(), 0, prefix);
    int cell = firstWord() + extreme;
    if (found == null) {
      page[state] = NONE;
      records.writeBytes(record, cell, current, 0, 0);
    } else {
      page[state] = KNOWN;
      records.writeBytes(record, cell, found, prefix, found.length - prefix);
    }
  }

  /** Writes the group's part of the key; the hash first, so that key groups can be told apart. */
  private int group(int hash, ChangeBatch batch, List<Integer> columns, int row) {
    key.truncate(0);
    key.appendInt(hash);
    for (int i = 0; i < groupTypes.size(); i++) {
      key.append(batch.column(columns == null ? i : columns.get(i)), groupTypes.get(i), row);
    }
    return key.length();
  }
}
