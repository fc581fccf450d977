package io.millrace.executor.state.table;

import io.millrace.executor.state.RecordLayout;
import org.apache.arrow.vector.FieldVector;

/** One record at a time, decoded from the bytes in which a backend stores it. */
public final class StoredRecord {
  private final RecordShape shape;
  private final KeyDecoder keyDecoder;
  private final long[] words;
  private final int[] cellStarts;
  private final long[] keyWords;
  private byte[] key;
  private int keyOffset;
  private byte[] value;

  public StoredRecord(RecordLayout layout) {
    this.shape = new RecordShape(layout);
    this.keyDecoder = new KeyDecoder(shape.key);
    this.words = new long[shape.valueWords];
    this.cellStarts = new int[shape.valueWords];
    this.keyWords = new long[1 + shape.keyWords];
  }

  /** Takes a record; the arrays are kept until the next one. */
  public void set(byte[] newKey, int newKeyOffset, byte[] newValue) {
    key = newKey;
    keyOffset = newKeyOffset;
    value = newValue;
    int at = 0;
    for (int i = 0; i < words.length; i++) {
      if (shape.isByteCell[i]) {
        cellStarts[i] = at;
        at += 4 + Bytes.getInt(value, at);
      } else {
        words[i] = Bytes.getLong(value, at);
        at += 8;
      }
    }
  }

  /** The value's words, from 0 on; those of byte cells mean nothing. */
  public long[] words() {
    return words;
  }

  /** The byte string in a byte cell; a copy. */
  public byte[] bytes(int word) {
    int start = cellStarts[word];
    return java.util.Arrays.copyOfRange(value, start + 4, start + 4 + Bytes.getInt(value, start));
  }

  /** Decodes the key into vectors. */
  public void decodeKey(FieldVector[] vectors, int row) {
    keyDecoder.begin(1, null);
    if (shape.fixedKey) {
      for (int i = 0; i < shape.keyWords; i++) {
        keyWords[1 + i] = Bytes.getLong(key, keyOffset + 8 * i);
      }
      keyDecoder.key(0, keyWords, 0);
    } else {
      keyDecoder.key(0, key, keyOffset);
    }
    keyDecoder.decode(vectors, row);
  }
}
