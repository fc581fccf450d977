package io.millrace.connector.format;

import io.millrace.core.type.Column;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampVector;

/** Field writers of dates and times. */
final class TemporalWriters {
  private TemporalWriters() {}

  static final class OfDate extends FieldWriter {
    private DateDayVector vector;

    OfDate(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (DateDayVector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(row, TemporalText.parseDate(bytes, start, length, typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }

  static final class OfTime extends FieldWriter {
    private TimeMilliVector vector;

    OfTime(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (TimeMilliVector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(row, TemporalText.parseTime(bytes, start, length, type().precision(), typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }

  static final class OfTimestamp extends FieldWriter {
    private TimeStampVector vector;

    OfTimestamp(Column column) {
      super(column);
    }

    @Override
    void attach(FieldVector newVector) {
      vector = (TimeStampVector) newVector;
    }

    @Override
    void write(int row, byte[] bytes, int start, int length) throws InvalidFieldException {
      vector.set(
          row, TemporalText.parseTimestamp(bytes, start, length, type().precision(), typeName));
    }

    @Override
    void setNull(int row) {
      vector.setNull(row);
    }
  }
}
