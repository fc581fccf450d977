package io.millrace.executor.operator.materialize;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the columns outside the key are in a record. The first word holds marks in its two lowest
 * bits and NULL bits in the others; if there are many columns, words of NULL bits follow; then the
 * columns, one word each, DECIMAL(≥19) two (low, high), text and byte strings a byte cell.
 */
final class ValueColumns {
  /** This epoch has touched the record. Never set between epochs. */
  static final long TOUCHED = 1;

  /** The row is there. */
  static final long PRESENT = 2;

  private static final int MARK_BITS = 2;

  private final int headerWords;
  private final int words;
  private final List<Integer> byteCells = new ArrayList<>();
  private final int[] columns;
  private final DataType[] types;
  private final int[] firstWords;

  ValueColumns(RowType rowType, List<Integer> key) {
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < rowType.size(); i++) {
      if (!key.contains(i)) {
        values.add(i);
      }
    }
    this.columns = values.stream().mapToInt(Integer::intValue).toArray();
    this.types = new DataType[columns.length];
    this.firstWords = new int[columns.length];
    this.headerWords = (MARK_BITS + columns.length + 63) >>> 6;
    int next = headerWords;
    for (int i = 0; i < columns.length; i++) {
      types[i] = rowType.type(columns[i]);
      firstWords[i] = next;
      if (types[i].isVariableWidth()) {
        byteCells.add(next);
      }
      next += isWide(i) ? 2 : 1;
    }
    this.words = next;
  }

  int headerWords() {
    return headerWords;
  }

  int words() {
    return words;
  }

  List<Integer> byteCells() {
    return byteCells;
  }

  /** How many columns there are. */
  int count() {
    return columns.length;
  }

  /** The number of a column in the row. */
  int column(int value) {
    return columns[value];
  }

  DataType type(int value) {
    return types[value];
  }

  int word(int value) {
    return firstWords[value];
  }

  boolean isWide(int value) {
    return types[value].kind() == TypeKind.DECIMAL && !types[value].isLongDecimal();
  }

  boolean isBytes(int value) {
    return types[value].isVariableWidth();
  }

  /** The word with a column's NULL bit. */
  static int nullWord(int value) {
    return MARK_BITS + value >>> 6;
  }

  /** A column's NULL bit. */
  static long nullBit(int value) {
    return 1L << MARK_BITS + value;
  }
}
