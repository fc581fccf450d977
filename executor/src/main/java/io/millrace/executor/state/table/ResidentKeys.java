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
    long hash = shape.hashOfKey(key, offset, words);
    for (int slot = index.next(hash, -1); slot >= 0; slot = index.next(hash, slot)) {
      long[] page = frozen.pages()[slot >>> shape.pageShift];
      int at = (slot & (1 << shape.pageShift) - 1) * shape.stride;
      if (shape.isKey(page, at, frozen.slab(), key, offset, length)) {
        return true;
      }
    }
    return false;
  }
}
