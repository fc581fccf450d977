package io.millrace.connector;

import io.millrace.core.type.DataType;
import io.millrace.executor.data.ChangeBatch;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
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
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;

/** Values of a batch as text, by the JDK's own formatting. */
public final class ArrowValues {
  private ArrowValues() {}

  public static String text(ChangeBatch batch, int column, int row) {
    FieldVector vector = batch.column(column);
    DataType type = batch.rowType().type(column);
    if (vector.isNull(row)) {
      return "NULL";
    }
    return switch (type.kind()) {
      case BOOLEAN -> Boolean.toString(((BitVector) vector).get(row) != 0);
      case TINYINT -> Integer.toString(((TinyIntVector) vector).get(row));
      case SMALLINT -> Integer.toString(((SmallIntVector) vector).get(row));
      case INTEGER -> Integer.toString(((IntVector) vector).get(row));
      case BIGINT -> Long.toString(((BigIntVector) vector).get(row));
      case REAL -> Float.toString(((Float4Vector) vector).get(row));
      case DOUBLE -> Double.toString(((Float8Vector) vector).get(row));
      case DECIMAL ->
          type.isLongDecimal()
              ? BigDecimal.valueOf(((BigIntVector) vector).get(row), type.scale()).toPlainString()
              : ((DecimalVector) vector).getObject(row).toPlainString();
      case VARCHAR -> new String(((VarCharVector) vector).get(row), StandardCharsets.UTF_8);
      case VARBINARY -> HexFormat.of().formatHex(((VarBinaryVector) vector).get(row));
      case DATE -> LocalDate.ofEpochDay(((DateDayVector) vector).get(row)).toString();
      case TIME ->
          LocalTime.ofNanoOfDay(((TimeMilliVector) vector).get(row) * 1_000_000L).toString();
      case TIMESTAMP ->
          Instant.ofEpochMilli(((TimeStampMilliVector) vector).get(row))
              .atOffset(ZoneOffset.UTC)
              .toLocalDateTime()
              .toString();
    };
  }
}
