package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.table.PackedRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** Writes records of table after table, in the order of their numbers, to sorted files. */
final class SortedFiles implements AutoCloseable {
  private static final long FILE_BYTES = 64L << 20;

  private final RocksDbStore store;
  private final IntFunction<Path> names;
  private final List<Path> files = new ArrayList<>();
  private SstFileWriter writer;
  private long bytes;
  private long removed;
  private byte[] key = {};
  private byte[] value = {};

  /**
   * @param names of new files, by their number among these
   */
  SortedFiles(RocksDbStore store, IntFunction<Path> names) {
    this.store = store;
    this.names = names;
  }

  /** Writes sorted records, which are behind all that were written before. */
  void write(int table, PackedRecords records) throws RocksDBException {
    for (int i = 0; i < records.size(); i++) {
      byte[] chunk = records.chunk(i);
      int keyStart = records.keyStart(i);
      int keyLength = records.keyLength(i);
      int valueLength = records.valueLength(i);
      if (writer == null) {
        open();
      }
      // RocksDB's interface takes whole arrays; mostly all have the same length.
      if (key.length != RocksDbKeys.PREFIX + keyLength) {
        key = new byte[RocksDbKeys.PREFIX + keyLength];
      }
      RocksDbKeys.putPrefix(key, table, records.keyGroup(i));
      System.arraycopy(chunk, keyStart, key, RocksDbKeys.PREFIX, keyLength);
      if (valueLength == PackedRecords.REMOVED) {
        writer.delete(key);
        removed++;
      } else {
        if (value.length != valueLength) {
          value = new byte[valueLength];
        }
        System.arraycopy(chunk, keyStart + keyLength, value, 0, valueLength);
        writer.put(key, value);
      }
      bytes += key.length + value.length;
      if (bytes >= FILE_BYTES) {
        endFile();
      }
    }
  }

  private void open() throws RocksDBException {
    Path file = names.apply(files.size());
    files.add(file);
    writer = store.newFile(file);
    bytes = 0;
  }

  private void endFile() throws RocksDBException {
    writer.finish();
    writer.close();
    writer = null;
  }

  /** Gives the files to RocksDB. */
  void finish() throws RocksDBException {
    if (writer != null) {
      endFile();
    }
    if (!files.isEmpty()) {
      store.ingest(files, removed);
    }
  }

  /** Removes what was not given away. */
  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
    for (Path file : files) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw io.millrace.executor.filesystem.FileErrors.of("delete " + file, e);
      }
    }
  }
}
