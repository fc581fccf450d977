package io.millrace.connector.format;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TimestampUnit;
import java.time.LocalDate;
import java.util.Base64;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;

/** Values as the text that {@link FieldWriter} reads back to the same values. */
final class ValueText {
  private static final long MILLIS_PER_DAY = 86_400_000L;

  private ValueText() {}

  /**
   * Appends a value that is not NULL.
   *
   * @param separator between date and time of a TIMESTAMP
   */
  static void append(
      FieldVector vector, DataType type, int row, char separator, ByteOutput output) {
    switch (type.kind()) {
      case BOOLEAN -> output.putAscii(((BitVector) vector).get(row) != 0 ? "true" : "false");
      case TINYINT -> output.putLong(((TinyIntVector) vector).get(row));
      case SMALLINT -> output.putLong(((SmallIntVector) vector).get(row));
      case INTEGER -> output.putLong(((IntVector) vector).get(row));
      case BIGINT -> output.putLong(((BigIntVector) vector).get(row));
      case REAL -> output.putAscii(Float.toString(((Float4Vector) vector).get(row)));
      case DOUBLE -> output.putAscii(Double.toString(((Float8Vector) vector).get(row)));
      case DECIMAL -> {
        if (type.isLongDecimal()) {
          appendDecimal(((BigIntVector) vector).get(row), type.scale(), output);
        } else {
          output.putAscii(((DecimalVector) vector).getObject(row).toPlainString());
        }
      }
      case VARCHAR -> appendBytes((BaseVariableWidthVector) vector, row, output);
      case VARBINARY -> appendBase64((BaseVariableWidthVector) vector, row, output);
      case DATE -> appendDate(((DateDayVector) vector).get(row), output);
      case TIME ->
          appendTime(((TimeMilliVector) vector).get(row), TimestampUnit.MILLISECOND, output);
      case TIMESTAMP -> {
        long value = ((TimeStampVector) vector).get(row);
        TimestampUnit unit = TimestampUnit.of(type);
        appendDate(Math.floorDiv(value, unit.perDay()), output);
        output.put(separator);
        appendTime(Math.floorMod(value, unit.perDay()), unit, output);
      }
    }
  }

  private static void appendDecimal(long unscaled, int scale, ByteOutput output) {
    long rest = unscaled;
    if (unscaled < 0) {
      output.put('-');
      rest = -unscaled;
    }
    long power = 1;
    for (int i = 0; i < scale; i++) {
      power *= 10;
    }
    output.putLong(rest / power);
    if (scale > 0) {
      output.put('.');
      output.putDigits(rest % power, scale);
    }
  }

  private static void appendBytes(BaseVariableWidthVector vector, int row, ByteOutput output) {
    ArrowBuf offsets = vector.getOffsetBuffer();
    int start = offsets.getInt(row * 4L);
    int length = offsets.getInt(row * 4L + 4) - start;
    int target = output.reserve(length);
    vector.getDataBuffer().getBytes(start, output.bytes(), target, length);
  }

  private static void appendBase64(BaseVariableWidthVector vector, int row, ByteOutput output) {
    ArrowBuf offsets = vector.getOffsetBuffer();
    int start = offsets.getInt(row * 4L);
    byte[] bytes = new byte[offsets.getInt(row * 4L + 4) - start];
    vector.getDataBuffer().getBytes(start, bytes);
    output.put(Base64.getEncoder().encode(bytes));
  }

  private static void appendDate(long days, ByteOutput output) {
    LocalDate date = LocalDate.ofEpochDay(days);
    if (date.getYear() < 0 || date.getYear() > 9999) {
      output.putAscii(date.toString());
      return;
    }
    output.putDigits(date.getYear(), 4);
    output.put('-');
    output.putDigits(date.getMonthValue(), 2);
    output.put('-');
    output.putDigits(date.getDayOfMonth(), 2);
  }

  /** A fraction is written where there is one. */
  private static void appendTime(long ofDay, TimestampUnit unit, ByteOutput output) {
    long seconds = ofDay / unit.perSecond();
    output.putDigits(seconds / 3_600, 2);
    output.put(':');
    output.putDigits(seconds / 60 % 60, 2);
    output.put(':');
    output.putDigits(seconds % 60, 2);
    long fraction = ofDay % unit.perSecond();
    if (fraction != 0) {
      output.put('.');
      output.putDigits(
          fraction,
          switch (unit) {
            case MILLISECOND -> 3;
            case MICROSECOND -> 6;
            case NANOSECOND -> 9;
          });
    }
  }
}
