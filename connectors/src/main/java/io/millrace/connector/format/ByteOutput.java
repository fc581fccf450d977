package io.millrace.connector.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes to be written, in memory that grows. */
public final class ByteOutput {
  private byte[] bytes = new byte[1 << 16];
  private int size;

  public int size() {
    return size;
  }

  /** Forgets everything. */
  public void clear() {
    size = 0;
  }

  /** A view of everything, valid until the next change. */
  public ByteBuffer view() {
    return ByteBuffer.wrap(bytes, 0, size);
  }

  byte[] bytes() {
    return bytes;
  }

  /** Cuts off what is behind. */
  void truncate(int newSize) {
    size = newSize;
  }

  void put(int b) {
    require(1);
    bytes[size++] = (byte) b;
  }

  void put(byte[] source) {
    put(source, 0, source.length);
  }

  void put(byte[] source, int start, int length) {
    require(length);
    System.arraycopy(source, start, bytes, size, length);
    size += length;
  }

  /** Text of which every character is ASCII. */
  void putAscii(String text) {
    put(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Exactly so many digits, with zeros in front. */
  void putDigits(long value, int digits) {
    require(digits);
    long rest = value;
    for (int i = digits - 1; i >= 0; i--) {
      bytes[size + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
  }

  void putLong(long value) {
    if (value == Long.MIN_VALUE) {
      putAscii(Long.toString(value));
      return;
    }
    long rest = value;
    if (value < 0) {
      put('-');
      rest = -value;
    }
    int digits = 1;
    for (long power = 10; digits < 19 && rest >= power; power *= 10) {
      digits++;
    }
    putDigits(rest, digits);
  }

  /** Makes room for {@code length} bytes more and returns where they go. */
  int reserve(int length) {
    require(length);
    int start = size;
    size += length;
    return start;
  }

  private void require(int length) {
    if (length > bytes.length - size) {
      bytes =
          Arrays.copyOf(
              bytes,
              Math.max(size + length, (int) Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8)));
    }
  }
}
