package io.millrace.connector.datagen;

import io.millrace.core.type.TypeKind;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;

/** VARCHAR and VARBINARY columns: random letters (bytes), or numbers that count up. */
final class TextColumn extends ColumnGenerator {
  private static final int LETTERS = 26;

  private final TypeKind kind;
  private final long columnSeed;
  private final int length;
  private final LongSource.Sequence sequence;
  private final byte[] text;
  private final long[] numbers = new long[CHUNK];

  private TextColumn(
      TypeKind kind, long columnSeed, int length, LongSource.Sequence sequence, double nullRate) {
    super(columnSeed, nullRate);
    this.kind = kind;
    this.columnSeed = columnSeed;
    this.length = length;
    this.sequence = sequence;
    this.text = new byte[length];
  }

  static TextColumn random(TypeKind kind, long columnSeed, int length, double nullRate) {
    return new TextColumn(kind, columnSeed, length, null, nullRate);
  }

  static TextColumn sequence(long columnSeed, LongSource.Sequence sequence, double nullRate) {
    return new TextColumn(TypeKind.VARCHAR, columnSeed, 0, sequence, nullRate);
  }

  @Override
  void allocate(FieldVector vector, int count) {
    ((BaseVariableWidthVector) vector).allocateNew((long) count * Math.max(8, length), count);
  }

  @Override
  void write(FieldVector vector, int row, long firstRow, long stride, int count) {
    BaseVariableWidthVector target = (BaseVariableWidthVector) vector;
    if (sequence != null) {
      sequence.fill(numbers, firstRow, stride, count);
      for (int i = 0; i < count; i++) {
        byte[] number = Long.toString(numbers[i]).getBytes(StandardCharsets.ISO_8859_1);
        target.setSafe(row + i, number, 0, number.length);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      fillText(DatagenValues.bits(columnSeed, firstRow + i * stride));
      target.setSafe(row + i, text, 0, length);
    }
  }

  private void fillText(long bits) {
    long state = bits;
    for (int at = 0; at < length; at++) {
      // Each word of random bits gives eight letters or bytes.
      if (at % 8 == 0 && at > 0) {
        state = DatagenValues.mix(state + DatagenValues.GAMMA);
      }
      int octet = (int) (state >>> (at % 8 * 8)) & 0xFF;
      text[at] = (byte) (kind == TypeKind.VARCHAR ? 'a' + ((octet * LETTERS) >> 8) : octet);
    }
  }
}
