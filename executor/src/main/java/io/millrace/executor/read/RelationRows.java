package io.millrace.executor.read;

/**
 * The rows of one relation at one epoch, in no particular order. A row that is there n times comes
 * n times. Used by one thread at a time, which need not be the one that made it.
 *
 * <p>Values are BOOLEAN Boolean, TINYINT Byte, SMALLINT Short, INTEGER Integer, BIGINT Long, REAL
 * Float, DOUBLE Double, DECIMAL BigDecimal with the type's scale, VARCHAR String, VARBINARY byte[],
 * DATE Integer (days), TIME Integer (ms), TIMESTAMP Long (ms), NULL null.
 */
public interface RelationRows extends AutoCloseable {
  /** Goes to the next row; false at the end, and from then on. */
  boolean next();

  /** The current row's values in the requested columns; a new array that the caller owns. */
  Object[] row();

  /** Gives back what the rows hold on to; may be called more than once. */
  @Override
  void close();
}
