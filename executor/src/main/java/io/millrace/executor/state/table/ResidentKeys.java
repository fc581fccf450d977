package io.millrace.executor.state.table;

/** Which keys a snapshot has in memory, removed ones included: an index made for one pass. */
public final class ResidentKeys {
  private final FrozenPages frozen;
  private final RecordShape shape;
  private final SlotIndex index = new SlotIndex();
  private final long[] words;

  ResidentKeys(FrozenPages frozen) {
    this.frozen = frozen;
    this.shape = frozen.shape();
    this.words = new long[shape.keyWords];
    for (int page = 0; page < frozen.pages().length; page++) {
      long[] records = frozen.pages()[page];
      for (int i = 0; records != null && i < frozen.used()[page]; i++) {
        int at = i * shape.stride;
        if ((records[at] & (RecordShape.LIVE | RecordShape.REMOVED)) != 0) {
          index.add(shape.hash(records, at), page << shape.pageShift | i);
        }
      }
    }
  }

  /** Whether a key, as a backend stores it, is in memory. */
  public boolean contains(byte[] key, int offset, int length) {
    long hash;
    if (shape.fixedKey) {
      for (int i = 0; i < words.length; i++) {
        words[i] = Bytes.getLong(key, offset + 8 * i);
      }
      hash = shape.key.hash(words, 0);
    } else {
      hash = shape.key.hash(key, offset);
    }
    for (int slot = index.next(hash, -1); slot >= 0; slot = index.next(hash, slot)) {
      long[] page = frozen.pages()[slot >>> shape.pageShift];
      int at = (slot & (1 << shape.pageShift) - 1) * shape.stride;
      if (isKey(page, at, key, offset, length)) {
        return true;
      }
    }
    return false;
  }

  private boolean isKey(long[] page, int at, byte[] key, int offset, int length) {
    if (!shape.fixedKey) {
      return ByteSlab.equal(frozen.slab(), page[at + 2], key, offset, length);
    }
    for (int i = 0; i < words.length; i++) {
      if (page[at + 1 + i] != words[i]) {
        return false;
      }
    }
    return true;
  }
}
