package io.millrace.connector.format;

import java.util.Arrays;

/** Where records lie in a stretch of bytes, and which of them cannot be read. Reused. */
public final class RecordFrames {
  private int[] starts = new int[1024];
  private int[] ends = new int[1024];
  private RecordError[] errors = new RecordError[1024];
  private int count;
  private int first;
  private int stop;
  private boolean anyError;

  /** Begins anew with records that lie at {@code from} and behind. */
  void begin(int from) {
    Arrays.fill(errors, 0, count, null);
    count = 0;
    first = from;
    stop = from;
    anyError = false;
  }

  /** Adds a record; {@code end} is behind its line end. */
  void add(int start, int end, RecordError error) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
      errors = Arrays.copyOf(errors, count * 2);
    }
    starts[count] = start;
    ends[count] = end;
    errors[count] = error;
    count++;
    stop = end;
    anyError |= error != null;
  }

  /** Counts blank lines in up to {@code end}. */
  void skipTo(int end) {
    stop = end;
  }

  void fail(int record, RecordError error) {
    if (errors[record] == null) {
      errors[record] = error;
      anyError = true;
    }
  }

  public int count() {
    return count;
  }

  /** Where the stretch begins. */
  public int first() {
    return first;
  }

  /** Behind the last record and the blank lines after it. */
  public int stop() {
    return stop;
  }

  public int start(int record) {
    return starts[record];
  }

  /** Behind the record's line end. */
  public int end(int record) {
    return ends[record];
  }

  public boolean hasErrors() {
    return anyError;
  }

  /** Null for a record that can be read. */
  public RecordError error(int record) {
    return errors[record];
  }
}
