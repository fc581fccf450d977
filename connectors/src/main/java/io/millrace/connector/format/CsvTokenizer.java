package io.millrace.connector.format;

import java.util.Arrays;

/**
 * Cuts one CSV record into fields without copying. A field is packed into a long: its start in the
 * high half, its length in the low 30 bits, and two flags between them.
 */
final class CsvTokenizer {
  /** The record does not end before the limit. */
  static final int INCOMPLETE = -1;

  static final long QUOTED = 1L << 31;

  /** The field holds doubled quotes. */
  static final long ESCAPED = 1L << 30;

  private static final long LENGTH_MASK = ESCAPED - 1;

  private final byte delimiter;
  private final byte quote;
  private long[] fields = new long[64];
  private int base;
  private int fieldCount;
  private String error;

  CsvTokenizer(CsvDialect dialect) {
    this.delimiter = dialect.delimiter();
    this.quote = dialect.quote();
  }

  static int start(long field) {
    return (int) (field >>> 32);
  }

  static int length(long field) {
    return (int) (field & LENGTH_MASK);
  }

  /** The fields of all records since {@link #reset}, one after the other. */
  long[] fields() {
    return fields;
  }

  /** How many fields the last record had. */
  int fieldCount() {
    return fieldCount;
  }

  /** What is wrong with the last record, or null. */
  String error() {
    return error;
  }

  /** Forgets all fields. */
  void reset() {
    base = 0;
  }

  /** Keeps the last record's fields, exactly {@code count} of them, and goes on behind them. */
  void keep(int count) {
    base += count;
  }

  /** Reads the record at {@code from}; returns the index behind its line end. */
  int next(byte[] bytes, int from, int limit, boolean last) {
    fieldCount = 0;
    error = null;
    int i = from;
    while (true) {
      int end = i < limit && bytes[i] == quote ? quoted(bytes, i, limit, last) : -2;
      if (end == -2) {
        int start = i;
        while (i < limit && bytes[i] != delimiter && bytes[i] != '\n') {
          i++;
        }
        if (i < limit && bytes[i] == delimiter) {
          add(start, i - start, 0);
          i++;
          continue;
        }
        if (i >= limit && !last) {
          return INCOMPLETE;
        }
        int textEnd = i > start && bytes[i - 1] == '\r' ? i - 1 : i;
        add(start, textEnd - start, 0);
        return Math.min(i + 1, limit);
      }
      if (end < 0) {
        return end;
      }
      if (error != null) {
        return end;
      }
      i = end;
      if (i < limit && bytes[i] == delimiter) {
        i++;
        continue;
      }
      if (i < limit && bytes[i] == '\r') {
        i++;
      }
      return Math.min(i + 1, limit);
    }
  }

  /**
   * Reads a quoted field and checks what stands behind it; returns the index behind the closing
   * quote. With an error the index is behind the line at which reading can go on.
   */
  private int quoted(byte[] bytes, int from, int limit, boolean last) {
    int i = from + 1;
    long flags = QUOTED;
    while (true) {
      while (i < limit && bytes[i] != quote) {
        i++;
      }
      if (i >= limit) {
        return last ? unterminated(bytes, from, limit) : INCOMPLETE;
      }
      if (i + 1 >= limit || bytes[i + 1] != quote) {
        break;
      }
      flags |= ESCAPED;
      i += 2;
    }
    if (i + 1 >= limit && !last) {
      return INCOMPLETE;
    }
    add(from + 1, i - from - 1, flags);
    i++;
    if (i >= limit || bytes[i] == delimiter || bytes[i] == '\n') {
      return i;
    }
    if (bytes[i] == '\r') {
      if (i + 1 >= limit) {
        return last ? i : INCOMPLETE;
      }
      if (bytes[i + 1] == '\n') {
        return i;
      }
    }
    int lineEnd = lineEnd(bytes, i, limit);
    if (lineEnd < 0 && !last) {
      return INCOMPLETE;
    }
    error = "there is text behind a closing quote";
    return lineEnd < 0 ? limit : lineEnd;
  }

  private int unterminated(byte[] bytes, int from, int limit) {
    error = "a quote is opened and never closed";
    int lineEnd = lineEnd(bytes, from, limit);
    return lineEnd < 0 ? limit : lineEnd;
  }

  /** The index behind the next LF, or -1. */
  private static int lineEnd(byte[] bytes, int from, int limit) {
    int lineEnd = LineScan.nextLineEnd(bytes, from, limit);
    return lineEnd < limit ? lineEnd + 1 : -1;
  }

  private void add(int start, int length, long flags) {
    int index = base + fieldCount;
    if (index == fields.length) {
      fields = Arrays.copyOf(fields, index * 2);
    }
    fields[index] = (long) start << 32 | flags | length;
    fieldCount++;
  }

  /** Copies the field's text, doubled quotes made single; returns the length. */
  int unescape(byte[] bytes, long field, byte[] target) {
    int end = start(field) + length(field);
    int length = 0;
    for (int i = start(field); i < end; i++) {
      target[length++] = bytes[i];
      if (bytes[i] == quote) {
        i++;
      }
    }
    return length;
  }
}
