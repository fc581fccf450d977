package io.millrace.executor.state;

import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import java.util.List;

/**
 * Where the columns of a key are. Keys without variable-width columns are words:
 *
 * <pre>
 *   [NULL bits, a word for each 64 columns, only if a column is nullable] [column 0] [column 1] …
 *   a column is one word, DECIMAL of 19 digits and more two (high, low); the word of NULL is 0
 * </pre>
 *
 * Other keys are bytes: the same words in little-endian order, but in place of a variable-width
 * column's word stand its length (4 bytes) and its bytes. Equal keys have equal words or bytes.
 */
public final class KeyLayout {
  private final List<DataType> types;
  private final boolean fixedWidth;
  private final int nullWords;
  private final int[] firstWord;
  private final int words;

  public KeyLayout(List<DataType> types) {
    this.types = List.copyOf(types);
    this.fixedWidth = types.stream().noneMatch(DataType::isVariableWidth);
    this.nullWords = types.stream().anyMatch(DataType::nullable) ? (types.size() + 63) >>> 6 : 0;
    this.firstWord = new int[types.size()];
    int next = nullWords;
    for (int column = 0; column < firstWord.length; column++) {
      firstWord[column] = next;
      next += wordsOf(types.get(column));
    }
    this.words = next;
  }

  /** The types of the key's columns. */
  public List<DataType> types() {
    return types;
  }

  /** Whether keys are words; otherwise they are bytes. */
  public boolean isFixedWidth() {
    return fixedWidth;
  }

  /** How many words a fixed-width key has; 0 if it has no columns. */
  public int words() {
    return words;
  }

  /** How many words of NULL bits come first. */
  public int nullWords() {
    return nullWords;
  }

  /** The first word of a column, in a fixed-width key. */
  public int firstWord(int column) {
    return firstWord[column];
  }

  /** How many words a column takes. */
  public static int wordsOf(DataType type) {
    return type.kind() == TypeKind.DECIMAL && !type.isLongDecimal() ? 2 : 1;
  }

  /** The hash of a fixed-width key, as {@link KeyBatch} computes it. */
  public long hash(long[] key, int offset) {
    return hash(key, offset, firstWord.length);
  }

  /** The hash of the first columns of a fixed-width key, as if they alone were the key. */
  public long hash(long[] key, int offset, int columns) {
    long hash = KeyHash.SEED;
    for (int column = 0; column < columns; column++) {
      int first = firstWord[column];
      int end = column + 1 < firstWord.length ? firstWord[column + 1] : words;
      if (nullWords > 0 && (key[offset + (column >>> 6)] >>> column & 1) != 0) {
        hash = KeyHash.step(hash, KeyHash.NULL);
      } else {
        for (int word = first; word < end; word++) {
          hash = KeyHash.step(hash, key[offset + word]);
        }
      }
    }
    return KeyHash.finish(hash);
  }

  /** The hash of a key with variable width, as {@link KeyBatch} computes it. */
  public long hash(byte[] key, int offset) {
    return hash(key, offset, types.size());
  }

  /** The hash of the first columns of a key with variable width, as if they alone were the key. */
  public long hash(byte[] key, int offset, int columns) {
    long hash = KeyHash.SEED;
    int at = offset + 8 * nullWords;
    for (int column = 0; column < columns; column++) {
      DataType type = types.get(column);
      boolean isNull = nullWords > 0 && (key[offset + (column >>> 3)] >>> (column & 7) & 1) != 0;
      if (isNull) {
        hash = KeyHash.step(hash, KeyHash.NULL);
      }
      if (type.isVariableWidth()) {
        int length = (int) KeyHash.littleEndian(key, at, 4);
        if (!isNull) {
          hash = KeyHash.step(hash, KeyHash.ofBytes(key, at + 4, length));
        }
        at += 4 + length;
      } else {
        for (int word = wordsOf(type); word > 0; word--) {
          if (!isNull) {
            hash = KeyHash.step(hash, KeyHash.littleEndian(key, at, 8));
          }
          at += 8;
        }
      }
    }
    return KeyHash.finish(hash);
  }
}
