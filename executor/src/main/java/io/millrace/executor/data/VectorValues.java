package io.millrace.executor.data;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
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
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;

/**
 * Single values of vectors as Java objects: Boolean, Byte, Short, Integer, Long, Float, Double,
 * BigDecimal (in the type's scale), String, byte[], Integer (DATE in days, TIME in ms), Long
 * (TIMESTAMP in ms); null for NULL. For rows one at a time, not for loops over batches.
 */
public final class VectorValues {
  private VectorValues() {}

  /** The value at a row, or null. */
  public static Object get(FieldVector vector, DataType type, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> ((BitVector) vector).get(row) != 0;
      case TINYINT -> ((TinyIntVector) vector).get(row);
      case SMALLINT -> ((SmallIntVector) vector).get(row);
      case INTEGER -> ((IntVector) vector).get(row);
      case BIGINT -> ((BigIntVector) vector).get(row);
      case REAL -> ((Float4Vector) vector).get(row);
      case DOUBLE -> ((Float8Vector) vector).get(row);
      case DECIMAL ->
          type.isLongDecimal()
              ? BigDecimal.valueOf(((BigIntVector) vector).get(row), type.scale())
              : ((DecimalVector) vector).getObject(row);
      case VARCHAR -> new String(((VarCharVector) vector).get(row), StandardCharsets.UTF_8);
      case VARBINARY -> ((VarBinaryVector) vector).get(row);
      case DATE -> ((DateDayVector) vector).get(row);
      case TIME -> ((TimeMilliVector) vector).get(row);
      case TIMESTAMP -> ((TimeStampVector) vector).get(row);
    };
  }

  /**
   * Sets the value at a row, growing the vector where needed. Rows are set in ascending order.
   *
   * @param value of the Java class that belongs to the type, or null; a BigDecimal is rounded to
   *     the type's scale, half up
   * @throws MillraceException NUMERIC_OUT_OF_RANGE if a BigDecimal has too many digits
   */
  public static void set(FieldVector vector, DataType type, int row, Object value) {
    if (value == null) {
      setNull(vector, row);
      return;
    }
    switch (type.kind()) {
      case BOOLEAN -> ((BitVector) vector).setSafe(row, (Boolean) value ? 1 : 0);
      case TINYINT -> ((TinyIntVector) vector).setSafe(row, (Byte) value);
      case SMALLINT -> ((SmallIntVector) vector).setSafe(row, (Short) value);
      case INTEGER -> ((IntVector) vector).setSafe(row, (Integer) value);
      case BIGINT -> ((BigIntVector) vector).setSafe(row, (Long) value);
      case REAL -> ((Float4Vector) vector).setSafe(row, (Float) value);
      case DOUBLE -> ((Float8Vector) vector).setSafe(row, (Double) value);
      case DECIMAL -> {
        BigDecimal decimal = decimal((BigDecimal) value, type.precision(), type.scale());
        if (type.isLongDecimal()) {
          ((BigIntVector) vector).setSafe(row, unscaledLong(decimal));
        } else {
          ((DecimalVector) vector).setSafe(row, decimal);
        }
      }
      case VARCHAR ->
          ((VarCharVector) vector).setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
      case VARBINARY -> ((VarBinaryVector) vector).setSafe(row, (byte[]) value);
      case DATE -> ((DateDayVector) vector).setSafe(row, (Integer) value);
      case TIME -> ((TimeMilliVector) vector).setSafe(row, (Integer) value);
      case TIMESTAMP -> ((TimeStampVector) vector).setSafe(row, (Long) value);
    }
  }

  private static void setNull(FieldVector vector, int row) {
    while (row >= vector.getValueCapacity()) {
      vector.reAlloc();
    }
    vector.setNull(row);
  }

  /**
   * The value as a DECIMAL(precision, scale), rounded half up.
   *
   * @throws MillraceException NUMERIC_OUT_OF_RANGE if it has too many digits before the point
   */
  public static BigDecimal decimal(BigDecimal value, int precision, int scale) {
    BigDecimal scaled = value.setScale(scale, RoundingMode.HALF_UP);
    if (scaled.precision() > precision) {
      throw new MillraceException(
          ErrorCode.NUMERIC_OUT_OF_RANGE,
          value.toPlainString() + " does not fit DECIMAL(" + precision + ", " + scale + ").");
    }
    return scaled;
  }

  /** As {@link #decimal}, but the unscaled value; for precisions up to 18. */
  public static long unscaledLong(BigDecimal value, int precision, int scale) {
    return unscaledLong(decimal(value, precision, scale));
  }

  /**
   * Writes the value as a DECIMAL(precision, scale), rounded half up.
   *
   * @param row below the vector's capacity
   * @throws MillraceException NUMERIC_OUT_OF_RANGE if it has too many digits before the point
   */
  public static void setDecimal(
      DecimalVector vector, int row, BigDecimal value, int precision, int scale) {
    BigDecimal scaled = decimal(value, precision, scale);
    if (scaled.precision() <= DataType.MAX_LONG_DECIMAL_PRECISION) {
      vector.set(row, unscaledLong(scaled));
    } else {
      vector.set(row, scaled);
    }
  }

  /**
   * @param row of a value that is not NULL
   */
  public static BigDecimal getDecimal(DecimalVector vector, int row) {
    long offset = (long) row * DecimalVector.TYPE_WIDTH;
    long low = vector.getDataBuffer().getLong(offset);
    long high = vector.getDataBuffer().getLong(offset + Long.BYTES);
    return high == low >> 63 ? BigDecimal.valueOf(low, vector.getScale()) : vector.getObject(row);
  }

  /** Without the BigInteger that {@link BigDecimal#unscaledValue} makes. */
  private static long unscaledLong(BigDecimal value) {
    return value.scaleByPowerOfTen(value.scale()).longValue();
  }
}
