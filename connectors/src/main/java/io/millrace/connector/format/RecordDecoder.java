package io.millrace.connector.format;

import org.apache.arrow.vector.FieldVector;

/** Turns bytes into rows, batch by batch. Keeps scratch memory, so one thread at a time. */
public interface RecordDecoder {
  /**
   * Finds whole records. A record that is malformed as a whole is framed too, with its error, so
   * that reading can go on behind it.
   *
   * @param last whether the input ends at {@code limit}, so that the last record needs no line end
   * @param frames is filled anew; empty when no record ends before {@code limit}
   */
  void split(byte[] bytes, int from, int limit, boolean last, int maxRecords, RecordFrames frames);

  /**
   * Writes the records that {@link #split} found last as rows, from row 0 on. Records with an error
   * are left out; those that turn out to be malformed get one.
   *
   * @param columns those of a fixed width are allocated for as many rows as there are records
   * @param stopAtError whether to end before the first record with an error
   * @return the number of rows written
   */
  int decode(byte[] bytes, RecordFrames frames, FieldVector[] columns, boolean stopAtError);
}
