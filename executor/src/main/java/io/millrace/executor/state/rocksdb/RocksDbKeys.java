package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.table.Bytes;

/**
 * A key in RocksDB, all big-endian:
 *
 * <pre>
 *   0 table number (4 bytes)   4 key group (2 bytes; 0 in ordered tables)   6 the table's key
 * </pre>
 */
final class RocksDbKeys {
  static final int PREFIX = 6;

  private RocksDbKeys() {}

  static void putPrefix(byte[] key, int table, int keyGroup) {
    Bytes.putInt(key, 0, table);
    key[4] = (byte) (keyGroup >>> 8);
    key[5] = (byte) keyGroup;
  }

  /** The first key that a table could have; that of the next number is behind all its keys. */
  static byte[] firstOf(int table) {
    byte[] key = new byte[4];
    Bytes.putInt(key, 0, table);
    return key;
  }

  /** The table of a key. */
  static int tableOf(byte[] key) {
    return Bytes.getInt(key, 0);
  }
}
