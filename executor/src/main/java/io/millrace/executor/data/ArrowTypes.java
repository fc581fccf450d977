package io.millrace.executor.data;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TimestampUnit;
import org.apache.arrow.memory.BufferAllocator;
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
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;

/**
 * Which Arrow vector holds which type.
 *
 * <pre>
 *   BOOLEAN   BitVector        BIGINT   BigIntVector   DECIMAL(≤18) BigIntVector, unscaled
 *   TINYINT   TinyIntVector    REAL     Float4Vector   DECIMAL(≥19) DecimalVector (128 bit)
 *   SMALLINT  SmallIntVector   DOUBLE   Float8Vector   DATE         DateDayVector
 *   INTEGER   IntVector        VARCHAR  VarCharVector  TIME         TimeMilliVector
 *   VARBINARY VarBinaryVector                          TIMESTAMP    TimeStampVector of its unit
 * </pre>
 */
public final class ArrowTypes {
  private ArrowTypes() {}

  /** A new, empty vector without memory yet; the caller closes it. */
  public static FieldVector newVector(Column column, BufferAllocator allocator) {
    String name = column.name();
    DataType type = column.type();
    return switch (type.kind()) {
      case BOOLEAN -> new BitVector(name, allocator);
      case TINYINT -> new TinyIntVector(name, allocator);
      case SMALLINT -> new SmallIntVector(name, allocator);
      case INTEGER -> new IntVector(name, allocator);
      case BIGINT -> new BigIntVector(name, allocator);
      case REAL -> new Float4Vector(name, allocator);
      case DOUBLE -> new Float8Vector(name, allocator);
      case DECIMAL ->
          type.isLongDecimal()
              ? new BigIntVector(name, allocator)
              : new DecimalVector(name, allocator, type.precision(), type.scale());
      case VARCHAR -> new VarCharVector(name, allocator);
      case VARBINARY -> new VarBinaryVector(name, allocator);
      case DATE -> new DateDayVector(name, allocator);
      case TIME -> new TimeMilliVector(name, allocator);
      case TIMESTAMP ->
          switch (TimestampUnit.of(type)) {
            case MILLISECOND -> new TimeStampMilliVector(name, allocator);
            case MICROSECOND -> new TimeStampMicroVector(name, allocator);
            case NANOSECOND -> new TimeStampNanoVector(name, allocator);
          };
    };
  }

  /** New, empty vectors for all columns. */
  public static FieldVector[] newVectors(RowType rowType, BufferAllocator allocator) {
    FieldVector[] vectors = new FieldVector[rowType.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = newVector(rowType.column(i), allocator);
    }
    return vectors;
  }
}
