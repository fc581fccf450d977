package io.millrace.executor.operator.join;

import io.millrace.executor.operator.packed.PackedBytes;
import java.util.Arrays;

/**
 * Some different rows of one key, packed in one array:
 *
 * <pre>
 *   [bytes of the row: length, 4 bytes] [weight, 8] [matches, 8, only if they are counted] [row]
 * </pre>
 *
 * The array may be changed in place. Fields are for loops.
 */
final class Entries {
  /** The rows, one after the other. */
  byte[] bytes = new byte[256];

  /** How many bytes are used. */
  int end;

  private final int header;
  private int at;
  private int next;

  /**
   * @param countsMatches whether entries hold how many rows match
   */
  Entries(boolean countsMatches) {
    this.header = countsMatches ? 20 : 12;
  }

  void clear() {
    end = 0;
    rewind();
  }

  /** Goes before the first entry. */
  void rewind() {
    at = -1;
    next = 0;
  }

  /** Goes to the next entry, of which the methods below speak; false if there is none. */
  boolean next() {
    if (next >= end) {
      return false;
    }
    at = next;
    next = at + header + length();
    return true;
  }

  int row() {
    return at + header;
  }

  int length() {
    return PackedBytes.getInt(bytes, at);
  }

  long weight() {
    return PackedBytes.getLong(bytes, at + 4);
  }

  void setWeight(long weight) {
    PackedBytes.putLong(bytes, at + 4, weight);
  }

  long matches() {
    return header == 20 ? PackedBytes.getLong(bytes, at + 12) : 0;
  }

  void setMatches(long matches) {
    PackedBytes.putLong(bytes, at + 12, matches);
  }

  /** Goes to the entry of a row; false if there is none. */
  boolean find(byte[] row, int offset, int length) {
    rewind();
    while (next()) {
      if (length() == length
          && Arrays.equals(bytes, at + header, next, row, offset, offset + length)) {
        return true;
      }
    }
    return false;
  }

  /** Adds an entry behind the others. */
  void append(byte[] row, int offset, int length, long weight, long matches) {
    int place = end;
    bytes = PackedBytes.grown(bytes, Math.addExact(place, header + length));
    PackedBytes.putInt(bytes, place, length);
    PackedBytes.putLong(bytes, place + 4, weight);
    if (header == 20) {
      PackedBytes.putLong(bytes, place + 12, matches);
    }
    System.arraycopy(row, offset, bytes, place + header, length);
    end = place + header + length;
  }

  /** Removes the current entry. */
  void remove() {
    System.arraycopy(bytes, next, bytes, at, end - next);
    end -= next - at;
    next = at;
  }
}
