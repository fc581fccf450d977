package io.millrace.executor.state.table;

import io.millrace.executor.state.KeyBatch;

/** The keys of a batch as a backend stores them; see {@link RecordShape#writeKey}. */
public final class StoredKeys {
  private StoredKeys() {}

  /**
   * A key behind a prefix.
   *
   * @param prefix how many bytes to leave free before it
   */
  public static byte[] of(KeyBatch keys, int key, int prefix) {
    if (keys.layout().isFixedWidth()) {
      int words = keys.layout().words();
      byte[] result = new byte[prefix + 8 * words];
      for (int i = 0; i < words; i++) {
        Bytes.putLong(result, prefix + 8 * i, keys.words()[key * words + i]);
      }
      return result;
    }
    int length = keys.start(key + 1) - keys.start(key);
    byte[] result = new byte[prefix + length];
    System.arraycopy(keys.bytes(), keys.start(key), result, prefix, length);
    return result;
  }
}
