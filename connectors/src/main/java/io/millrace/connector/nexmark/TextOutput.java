package io.millrace.connector.nexmark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts one behind the other, in ASCII. Used again and again by one thread. */
final class TextOutput {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final byte[] LOWER_CASE = table("abcdefghijklmnopqrstuvwxyz");
  private static final byte[] WORDS = table("abcdefghijklmnopqrstuvwxyz  ");
  private static final long CASE_AND_LETTER = 0x2F2F2F2F2F2F2F2FL;
  private static final long UPPER_CASE_A = 0x4141414141414141L;

  private byte[] bytes = new byte[1 << 16];
  private int length;

  /** The 256 values of a random byte, spread over some characters. */
  private static byte[] table(String characters) {
    byte[] table = new byte[256];
    for (int i = 0; i < table.length; i++) {
      table[i] = (byte) characters.charAt(i * characters.length() / table.length);
    }
    return table;
  }

  void clear() {
    length = 0;
  }

  int length() {
    return length;
  }

  byte[] bytes() {
    return bytes;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  void add(String ascii) {
    add(ascii.getBytes(StandardCharsets.US_ASCII));
  }

  void add(char ascii) {
    reserve(1);
    bytes[length++] = (byte) ascii;
  }

  void add(byte[] text) {
    add(text, 0, text.length);
  }

  void add(byte[] source, int from, int count) {
    reserve(count);
    System.arraycopy(source, from, bytes, length, count);
    length += count;
  }

  /** So many digits of a number that is not negative, with zeros in front. */
  void addDigits(long number, int digits) {
    reserve(digits);
    long rest = number;
    for (int at = length + digits - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  /** Letters of both cases, from A to P, eight from each random word. */
  void addLetters(long seed, int count) {
    reserve(count + Long.BYTES);
    long bits = seed;
    for (int done = 0; done < count; done += Long.BYTES) {
      bits = Draw.more(bits, 1);
      LONG.set(bytes, length + done, UPPER_CASE_A + (bits & CASE_AND_LETTER));
    }
    length += count;
  }

  void addLowerCase(long seed, int count) {
    addFrom(LOWER_CASE, seed, count);
  }

  /** Words with blanks between them; does not begin or end with a blank. */
  void addWords(long seed, int count) {
    int start = length;
    addFrom(WORDS, seed, count);
    if (count > 0) {
      unblank(start);
      unblank(length - 1);
    }
  }

  private void unblank(int at) {
    if (bytes[at] == ' ') {
      bytes[at] = 'e';
    }
  }

  private void addFrom(byte[] table, long seed, int count) {
    reserve(count);
    long bits = seed;
    for (int i = 0; i < count; i++) {
      if (i % Long.BYTES == 0) {
        bits = Draw.more(bits, 1);
      }
      bytes[length + i] = table[(int) (bits >>> (i % Long.BYTES * Byte.SIZE)) & 0xFF];
    }
    length += count;
  }
}
