package io.millrace.connector.format;

import io.millrace.executor.data.ChangeBatch;

/** Turns rows into records of a file. Keeps scratch memory, so one thread at a time. */
public interface RecordEncoder {
  /** The column or field that says whether a row came or went. */
  String OPERATION = "op";

  /** What stands at the beginning of each file. */
  void begin(ByteOutput output);

  /**
   * Appends the rows. A row whose weight is n comes |n| times. A changelog says with each whether
   * it came ({@code +}) or went ({@code -}); without one, all weights must be positive.
   */
  void encode(ChangeBatch batch, ByteOutput output);
}
