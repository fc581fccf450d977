package io.millrace.jdbc.value;

import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.util.AbstractCursor;
import org.apache.calcite.avatica.util.ArrayImpl;

/**
 * Walks through the rows of a result, frame by frame, and makes the accessors of its columns.
 *
 * <p>A frame without rows that is not the last means that none have come yet: the cursor asks
 * again. Not safe for use by several threads.
 */
public final class FrameCursor extends AbstractCursor {

  private final FrameSource source;
  private final long maxRows;
  private List<Object> rows;
  private boolean lastFrame;
  private int nextInFrame;
  private long rowsSeen;
  private List<?> current;

  /**
   * Creates a cursor before the first row.
   *
   * @param firstFrame null when the rows must be fetched first
   * @param source asked when a frame is used up and was not the last
   * @param maxRows where to stop, 0 for no limit
   */
  public FrameCursor(Meta.Frame firstFrame, FrameSource source, long maxRows) {
    this.source = source;
    this.maxRows = maxRows;
    if (firstFrame == null) {
      this.rows = List.of();
    } else {
      take(firstFrame);
    }
  }

  private void take(Meta.Frame frame) {
    if (frame.rows instanceof List<Object> list) {
      rows = list;
    } else {
      rows = new ArrayList<>();
      frame.rows.forEach(rows::add);
    }
    lastFrame = frame.done;
    nextInFrame = 0;
  }

  @Override
  public boolean next() {
    if (maxRows > 0 && rowsSeen >= maxRows) {
      current = null;
      return false;
    }
    while (nextInFrame >= rows.size()) {
      if (lastFrame) {
        current = null;
        return false;
      }
      int wanted = source.fetchSize();
      if (maxRows > 0) {
        wanted = (int) Math.min(wanted, maxRows - rowsSeen);
      }
      Meta.Frame frame = source.fetch(rowsSeen, wanted);
      take(frame == null ? Meta.Frame.EMPTY : frame);
    }
    Object row = rows.get(nextInFrame++);
    current = row instanceof Object[] array ? Arrays.asList(array) : (List<?>) row;
    rowsSeen++;
    return true;
  }

  /** Returns whether it is known that no row follows the current one, without asking the server. */
  public boolean isExhausted() {
    return (lastFrame && nextInFrame >= rows.size()) || (maxRows > 0 && rowsSeen >= maxRows);
  }

  /** Returns the number of rows gone through so far. */
  public long rowsSeen() {
    return rowsSeen;
  }

  /** Returns whether the server may hold further frames. */
  public boolean hasMoreFrames() {
    return !lastFrame;
  }

  @Override
  public void close() {
    current = null;
    rows = List.of();
    lastFrame = true;
  }

  @Override
  protected Getter createGetter(int ordinal) {
    return new CellGetter(ordinal);
  }

  @Override
  protected Accessor createAccessor(
      ColumnMetaData column, Getter getter, Calendar calendar, ArrayImpl.Factory factory) {
    CellReader cell =
        new CellReader() {
          @Override
          public Object read() throws SQLException {
            Object value = getter.getObject();
            wasNull[0] = value == null;
            return value;
          }

          @Override
          public boolean wasNull() {
            return wasNull[0];
          }
        };
    String typeName = column.type.name == null ? "" : column.type.name;
    if (typeName.startsWith("TIMESTAMP_WITH_LOCAL") || typeName.startsWith("TIMESTAMP WITH")) {
      return new InstantAccessor(cell);
    }
    return switch (column.type.id) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.NUMERIC,
          Types.DECIMAL ->
          new NumericAccessor(cell, column.type.id, column.scale);
      case Types.BOOLEAN, Types.BIT -> new BooleanAccessor(cell);
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR ->
          new StringAccessor(cell);
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> new BinaryAccessor(cell);
      case Types.DATE -> new DateAccessor(cell);
      case Types.TIME -> new TimeAccessor(cell);
      case Types.TIMESTAMP ->
          new TimestampAccessor(cell, TimestampAccessor.digits(column.precision));
      case Types.TIMESTAMP_WITH_TIMEZONE -> new InstantAccessor(cell);
      // Arrays, structs and intervals: Avatica's own are right.
      default -> super.createAccessor(column, getter, calendar, factory);
    };
  }

  /** Reads one column of the current row. */
  private final class CellGetter extends AbstractGetter {
    private final int ordinal;

    CellGetter(int ordinal) {
      this.ordinal = ordinal;
    }

    @Override
    public Object getObject() throws SQLException {
      if (current == null) {
        throw Conversions.noCurrentRow();
      }
      Object value = current.get(ordinal);
      wasNull[0] = value == null;
      return value;
    }
  }
}
