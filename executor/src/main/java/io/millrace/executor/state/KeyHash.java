package io.millrace.executor.state;

import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The hash of keys: column by column over 64-bit words, the same in every process and for nullable
 * and NOT NULL columns alike. The low half names the key group, the high half the place in a table.
 */
final class KeyHash {
  static final long SEED = 0x9E3779B97F4A7C15L;

  /** Stands for the word of a NULL. */
  static final long NULL = 0xC2B2AE3D27D4EB4FL;

  private static final long FIRST = 0x87C37B91114253D5L;
  private static final long SECOND = 0x4CF5AD432745937FL;

  private KeyHash() {}

  /** Takes one more word into a hash. */
  static long step(long hash, long word) {
    return (Long.rotateLeft(word * FIRST, 31) * SECOND) ^ Long.rotateLeft(hash, 27);
  }

  /** Mixes the words taken in so far. */
  static long finish(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }

  /** A word that stands for a byte string. */
  static long ofBytes(byte[] bytes, int offset, int length) {
    long hash = SEED ^ length;
    int end = offset + (length & ~7);
    int at = offset;
    for (; at < end; at += 8) {
      hash = step(hash, littleEndian(MemoryUtil.getLong(bytes, at))) * 5 + 0x52DCE729;
    }
    return finish(step(hash, littleEndian(bytes, at, length & 7)));
  }

  /** Up to 8 bytes as a number. */
  static long littleEndian(byte[] bytes, int at, int length) {
    long result = 0;
    for (int i = 0; i < length; i++) {
      result |= (bytes[at + i] & 0xFFL) << (8 * i);
    }
    return result;
  }

  private static long littleEndian(long word) {
    return MemoryUtil.LITTLE_ENDIAN ? word : Long.reverseBytes(word);
  }
}
