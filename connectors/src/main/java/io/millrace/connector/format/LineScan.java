package io.millrace.connector.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds and counts line ends, eight bytes at a time. */
public final class LineScan {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long SEVENS = 0x7F7F7F7F7F7F7F7FL;
  private static final long LINE_ENDS = '\n' * ONES;

  private LineScan() {}

  /** The index of the next LF, or {@code limit}. */
  public static int nextLineEnd(byte[] bytes, int from, int limit) {
    int i = from;
    for (; i <= limit - Long.BYTES; i += Long.BYTES) {
      long found = lineEnds((long) LONGS.get(bytes, i));
      if (found != 0) {
        return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (i < limit && bytes[i] != '\n') {
      i++;
    }
    return i;
  }

  /** How many LF there are. */
  public static int count(byte[] bytes, int from, int limit) {
    int count = 0;
    int i = from;
    for (; i <= limit - Long.BYTES; i += Long.BYTES) {
      count += Long.bitCount(lineEnds((long) LONGS.get(bytes, i)));
    }
    for (; i < limit; i++) {
      count += bytes[i] == '\n' ? 1 : 0;
    }
    return count;
  }

  /** The high bit of exactly those bytes that are LF: no carry goes from one byte to the next. */
  private static long lineEnds(long word) {
    long differences = word ^ LINE_ENDS;
    return ~(((differences & SEVENS) + SEVENS) | differences | SEVENS);
  }
}
