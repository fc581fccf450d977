package io.millrace.connector.format;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import org.apache.arrow.vector.FieldVector;

/**
 * Writes the text of one column's fields into its vector, row after row. A vector of a fixed width
 * has room for all rows of a batch. The last row may be written again, then the last value counts.
 */
abstract class FieldWriter {
  private final Column column;

  /** The type as messages name it: without NOT NULL. */
  final String typeName;

  FieldWriter(Column column) {
    this.column = column;
    this.typeName = column.type().withNullable(true).toString();
  }

  static FieldWriter of(Column column) {
    DataType type = column.type();
    return switch (type.kind()) {
      case BOOLEAN -> new NumberWriters.OfBoolean(column);
      case TINYINT -> new NumberWriters.OfTinyInt(column);
      case SMALLINT -> new NumberWriters.OfSmallInt(column);
      case INTEGER -> new NumberWriters.OfInteger(column);
      case BIGINT -> new NumberWriters.OfBigInt(column);
      case REAL -> new NumberWriters.OfReal(column);
      case DOUBLE -> new NumberWriters.OfDouble(column);
      case DECIMAL ->
          type.isLongDecimal()
              ? new NumberWriters.OfLongDecimal(column)
              : new NumberWriters.OfDecimal(column);
      case VARCHAR -> new TextWriters.OfVarchar(column);
      case VARBINARY -> new TextWriters.OfVarbinary(column);
      case DATE -> new TemporalWriters.OfDate(column);
      case TIME -> new TemporalWriters.OfTime(column);
      case TIMESTAMP -> new TemporalWriters.OfTimestamp(column);
    };
  }

  final String columnName() {
    return column.name();
  }

  final TypeKind kind() {
    return column.type().kind();
  }

  final DataType type() {
    return column.type();
  }

  /** Begins a batch. */
  abstract void attach(FieldVector vector);

  /** Writes the value that the text stands for; the text is not NULL. */
  abstract void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException;

  /** Writes NULL where the column allows it. */
  final void writeNull(int row) throws InvalidFieldException {
    if (!column.type().nullable()) {
      throw new InvalidFieldException("is NULL, but the column is NOT NULL");
    }
    setNull(row);
  }

  abstract void setNull(int row);

  /**
   * Ends a batch: the vector holds rows 0 to {@code rows} − 1, of which the last were written last.
   */
  void finish(int rows) {
    // Most writers write into the vector at once.
  }
}
