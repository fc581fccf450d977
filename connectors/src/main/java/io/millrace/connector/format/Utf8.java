package io.millrace.connector.format;

/** Checks UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF. */
final class Utf8 {
  private Utf8() {}

  /** The number of characters (code points), or -1 when the bytes are not UTF-8. */
  static int characters(byte[] bytes, int start, int length) {
    int end = start + length;
    int i = start;
    while (i < end && bytes[i] >= 0) {
      i++;
    }
    int characters = i - start;
    while (i < end) {
      int width = width(bytes, i, end);
      if (width < 0) {
        return -1;
      }
      i += width;
      characters++;
    }
    return characters;
  }

  /** The bytes of the character at {@code i}, or -1. */
  private static int width(byte[] bytes, int i, int end) {
    int first = bytes[i] & 0xFF;
    if (first < 0x80) {
      return 1;
    }
    int width = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || end - i < width) {
      return -1;
    }
    int second = bytes[i + 1] & 0xFF;
    int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      return -1;
    }
    for (int k = 2; k < width; k++) {
      if ((bytes[i + k] & 0xC0) != 0x80) {
        return -1;
      }
    }
    return width;
  }

  /**
   * Encodes characters; the target has room for three bytes each.
   *
   * @return the number of bytes, or -1 when a surrogate stands alone
   */
  static int encode(char[] text, int start, int length, byte[] target) {
    int size = 0;
    int end = start + length;
    for (int i = start; i < end; i++) {
      char c = text[i];
      if (c < 0x80) {
        target[size++] = (byte) c;
      } else if (c < 0x800) {
        target[size++] = (byte) (0xC0 | (c >> 6));
        target[size++] = (byte) (0x80 | (c & 0x3F));
      } else if (!Character.isSurrogate(c)) {
        target[size++] = (byte) (0xE0 | (c >> 12));
        target[size++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        target[size++] = (byte) (0x80 | (c & 0x3F));
      } else {
        if (i + 1 >= end || !Character.isSurrogatePair(c, text[i + 1])) {
          return -1;
        }
        int point = Character.toCodePoint(c, text[++i]);
        target[size++] = (byte) (0xF0 | (point >> 18));
        target[size++] = (byte) (0x80 | ((point >> 12) & 0x3F));
        target[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        target[size++] = (byte) (0x80 | (point & 0x3F));
      }
    }
    return size;
  }
}
