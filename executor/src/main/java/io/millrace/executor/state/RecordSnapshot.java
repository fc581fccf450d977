package io.millrace.executor.state;

/** A consistent picture of a {@link RecordTable}, for one reader at a time, on any thread. */
public interface RecordSnapshot extends AutoCloseable {
  /** How many records it has, exactly. */
  long size();

  /** A new pass over all records, in no particular order. */
  Cursor cursor();

  @Override
  void close();

  /** One pass. After {@link #next} returned true the accessors speak of the current record. */
  interface Cursor extends AutoCloseable {
    boolean next();

    /** The array that holds the current record's value words, from {@link #offset} on. */
    long[] words();

    int offset();

    /** The byte string in a byte cell; a copy. */
    byte[] bytes(int word);

    /** Decodes the current record's key into vectors, one for each key column. */
    void decodeKey(org.apache.arrow.vector.FieldVector[] vectors, int row);

    @Override
    void close();
  }
}
