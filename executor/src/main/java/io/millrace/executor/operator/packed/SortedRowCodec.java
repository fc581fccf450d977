package io.millrace.executor.operator.packed;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.SortColumn;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.OrderedBytes;
import io.millrace.executor.data.VectorWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;

/**
 * Rows as bytes that compare, unsigned and byte by byte, in the order of their numbers, and back:
 *
 * <pre>
 *   [hash of the partition, 4] [partition's columns] [sort columns] [other columns]
 *   [for each column of REAL or DOUBLE: 1 if it is -0.0, else 0]
 * </pre>
 *
 * Each column as {@link OrderedBytes} has it, with the bits turned over where it is sorted
 * descending.
 */
public final class SortedRowCodec {
  private static final int HASH_BYTES = 4;

  private final RowType rowType;

  /** The columns in the order in which they are written. */
  private final int[] columns;

  private final SortColumn[] sorts;
  private final int partitionColumns;
  private final int sortColumns;
  private final OrderedBytes row = new OrderedBytes();
  private byte[] text = new byte[64];
  private int textLength;

  /** For the rows of a ranking. */
  public SortedRowCodec(ExecNode.Rank node, RowType rowType) {
    this(node.partitionKeys(), node.order(), rowType);
  }

  /**
   * @param partition the columns of the partition
   * @param order the sort columns
   */
  public SortedRowCodec(List<Integer> partition, List<SortColumn> order, RowType rowType) {
    this.rowType = rowType;
    Map<Integer, SortColumn> written = new LinkedHashMap<>();
    partition.forEach(column -> written.put(column, new SortColumn(column, false, true)));
    this.partitionColumns = written.size();
    order.forEach(sort -> written.putIfAbsent(sort.column(), sort));
    this.sortColumns = written.size() - partitionColumns;
    for (int i = 0; i < rowType.size(); i++) {
      written.putIfAbsent(i, new SortColumn(i, false, true));
    }
    this.sorts = written.values().toArray(SortColumn[]::new);
    this.columns = written.keySet().stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Writes a row.
   *
   * @param hash of its partition
   * @return how many bytes are the partition's
   */
  public int write(int hash, ChangeBatch batch, int number) {
    row.truncate(0);
    row.appendInt(hash);
    int partition = HASH_BYTES;
    for (int i = 0; i < columns.length; i++) {
      row.append(batch.column(columns[i]), rowType.type(columns[i]), number, sorts[i]);
      if (i == partitionColumns - 1) {
        partition = row.length();
      }
    }
    writeZeros(batch, number);
    return partition;
  }

  private void writeZeros(ChangeBatch batch, int number) {
    for (int column : columns) {
      if (isFloating(rowType.type(column))) {
        row.appendByte(isNegativeZero(batch.column(column), number) ? 1 : 0);
      }
    }
  }

  private static boolean isFloating(DataType type) {
    return type.kind() == TypeKind.REAL || type.kind() == TypeKind.DOUBLE;
  }

  private static boolean isNegativeZero(FieldVector vector, int number) {
    if (vector.isNull(number)) {
      return false;
    }
    double value =
        vector instanceof Float4Vector real
            ? real.get(number)
            : ((Float8Vector) vector).get(number);
    return Double.doubleToRawLongBits(value) == Long.MIN_VALUE;
  }

  /** The array that holds the row that was written last, from its beginning; a view. */
  public byte[] bytes() {
    return row.bytes();
  }

  public int length() {
    return row.length();
  }

  /**
   * Where the partition's columns end.
   *
   * @param start where the row begins
   */
  public int partitionEnd(byte[] source, int start) {
    int at = start + HASH_BYTES;
    for (int i = 0; i < partitionColumns; i++) {
      at = skip(source, at, i);
    }
    return at;
  }

  /**
   * Where the sort columns end.
   *
   * @param partition where they begin
   */
  public int sortEnd(byte[] source, int partition) {
    int at = partition;
    for (int i = partitionColumns; i < partitionColumns + sortColumns; i++) {
      at = skip(source, at, i);
    }
    return at;
  }

  private int skip(byte[] source, int start, int place) {
    DataType type = rowType.type(columns[place]);
    int at = start;
    if (type.nullable() && source[at++] != 1) {
      return at;
    }
    if (!type.isVariableWidth()) {
      return at + (isWide(type) ? 16 : 8);
    }
    byte zero = (byte) (sorts[place].descending() ? 0xff : 0);
    while (source[at] != zero || source[at + 1] != zero) {
      at += source[at] == zero ? 2 : 1;
    }
    return at + 2;
  }

  private static boolean isWide(DataType type) {
    return type.kind() == TypeKind.DECIMAL && !type.isLongDecimal();
  }

  /**
   * Reads a row.
   *
   * @param vectors one for each column of the rows, with room
   * @param target the row's number in them
   */
  public void read(byte[] source, FieldVector[] vectors, int target) {
    read(source, 0, vectors, target);
  }

  /**
   * Reads some columns of a row.
   *
   * @param start where the row begins
   * @param vectors one for each column of the rows, with room; null for a column that is not wanted
   * @param target the row's number in them
   */
  public void read(byte[] source, int start, FieldVector[] vectors, int target) {
    int at = readColumns(source, start, columns.length, vectors, target);
    for (int column : columns) {
      if (isFloating(rowType.type(column)) && source[at++] != 0 && vectors[column] != null) {
        VectorWords.write(vectors[column], rowType.type(column), target, Long.MIN_VALUE, 0);
      }
    }
  }

  /**
   * Reads the columns of a partition from the bytes that are its own; every -0.0 is 0.0 then.
   *
   * @param vectors as {@link #read} wants them
   */
  public void readPartition(byte[] partition, FieldVector[] vectors, int target) {
    readColumns(partition, 0, partitionColumns, vectors, target);
  }

  private int readColumns(byte[] source, int start, int count, FieldVector[] vectors, int target) {
    int at = start + HASH_BYTES;
    for (int i = 0; i < count; i++) {
      FieldVector vector = vectors[columns[i]];
      DataType type = rowType.type(columns[i]);
      int end = skip(source, at, i);
      if (vector == null) {
        at = end;
        continue;
      }
      if (type.nullable() && source[at] != 1) {
        vector.setNull(target);
      } else {
        int value = at + (type.nullable() ? 1 : 0);
        if (type.isVariableWidth()) {
          readText(source, value, end - 2, sorts[i].descending());
          ((BaseVariableWidthVector) vector).setSafe(target, text, 0, textLength);
        } else {
          readFixed(source, value, sorts[i].descending(), vector, type, target);
        }
      }
      at = end;
    }
    return at;
  }

  private void readText(byte[] source, int start, int end, boolean turned) {
    if (text.length < end - start) {
      text = new byte[2 * (end - start)];
    }
    textLength = 0;
    int at = start;
    while (at < end) {
      byte value = (byte) (turned ? ~source[at] : source[at]);
      text[textLength++] = value;
      at += value == 0 ? 2 : 1;
    }
  }

  private static void readFixed(
      byte[] source, int at, boolean turned, FieldVector vector, DataType type, int target) {
    long low = OrderedBytes.readWord(source, at, false);
    low = (turned ? ~low : low) ^ Long.MIN_VALUE;
    long high = 0;
    if (isWide(type)) {
      high = low;
      low = OrderedBytes.readWord(source, at + 8, false);
      low = turned ? ~low : low;
    } else if (isFloating(type)) {
      low = Double.doubleToRawLongBits(OrderedBytes.doubleOf(low));
    }
    VectorWords.write(vector, type, target, low, high);
    BitVectorHelper.setBit(vector.getValidityBuffer(), target);
  }
}
