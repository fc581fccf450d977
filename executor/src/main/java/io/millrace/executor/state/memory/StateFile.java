package io.millrace.executor.state.memory;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.table.Bytes;
import io.millrace.executor.state.table.OrderedTree;
import io.millrace.executor.state.table.TableDescriptor;
import io.millrace.executor.state.table.TableSnapshot;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * A file with all tables of a worker: a magic number, the version and how many tables there are;
 * for each its {@link TableDescriptor} and its records (length of the key and of the value, 4 bytes
 * each, key, value) or its keys (length, key, count).
 */
final class StateFile {
  static final int VERSION = 2;

  private static final int MAGIC = 0x4D52_5354;
  private static final int BUFFER = 1 << 18;

  private StateFile() {}

  /** Where a file's tables go. */
  @FunctionalInterface
  interface Target {
    Entries table(TableDescriptor table);
  }

  /** Takes the entries of a table, each of another key. */
  @FunctionalInterface
  interface Entries {
    /**
     * Takes an entry; the array is used again for the next ones.
     *
     * @param bytes begins with the key, then comes the value, or the key's count
     */
    void entry(byte[] bytes, int keyLength);
  }

  static void write(FileSystem fileSystem, Path file, List<FrozenTable> tables) throws IOException {
    try (FileSystem.OutputFile output = fileSystem.create(file)) {
      // Not closed before the sync, which flushes it.
      DataOutputStream data =
          new DataOutputStream(new java.io.BufferedOutputStream(stream(output), BUFFER));
      data.writeInt(MAGIC);
      data.writeInt(VERSION);
      data.writeInt(tables.size());
      for (FrozenTable table : tables) {
        table.descriptor().write(data);
        if (table.records() != null) {
          writeRecords(table.records(), data);
        } else {
          writeOrdered(table.ordered(), data);
        }
      }
      data.flush();
      output.sync();
    }
  }

  private static OutputStream stream(FileSystem.OutputFile output) {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        output.write(ByteBuffer.wrap(bytes, offset, length));
      }
    };
  }

  private static void writeRecords(TableSnapshot snapshot, DataOutputStream data)
      throws IOException {
    byte[] buffer = new byte[256];
    try (TableSnapshot.RecordCursor cursor = snapshot.cursor()) {
      while (cursor.next()) {
        int keyLength = cursor.keyLength();
        int valueLength = cursor.valueLength();
        if (buffer.length < keyLength + valueLength) {
          buffer = new byte[2 * (keyLength + valueLength)];
        }
        cursor.writeKey(buffer, 0);
        cursor.writeValue(buffer, keyLength);
        data.writeInt(keyLength);
        data.writeInt(valueLength);
        data.write(buffer, 0, keyLength + valueLength);
      }
    }
  }

  private static void writeOrdered(OrderedTree.Frozen frozen, DataOutputStream data)
      throws IOException {
    OrderedTree.Cursor cursor = frozen.cursor();
    while (cursor.next()) {
      data.writeInt(cursor.keyLength());
      data.write(cursor.bytes(), cursor.keyStart(), cursor.keyLength());
      data.writeLong(cursor.count());
    }
  }

  static void read(FileSystem fileSystem, Path file, Target target) throws IOException {
    try (DataInputStream data =
        new DataInputStream(new BufferedInputStream(fileSystem.open(file), BUFFER))) {
      if (data.readInt() != MAGIC) {
        throw new MillraceException(ErrorCode.CORRUPTED_CHECKPOINT, file + " holds no state.");
      }
      int version = data.readInt();
      if (version != VERSION) {
        throw new MillraceException(
            ErrorCode.INCOMPATIBLE_STATE,
            file + " is of state format " + version + "; this Millrace reads " + VERSION + ".");
      }
      for (int left = data.readInt(); left > 0; left--) {
        TableDescriptor table = TableDescriptor.read(data);
        Entries entries = target.table(table);
        if (table.layout() != null) {
          readRecords(entries, table.size(), data);
        } else {
          readOrdered(entries, table.size(), data);
        }
      }
    }
  }

  private static void readRecords(Entries entries, long count, DataInputStream data)
      throws IOException {
    byte[] buffer = new byte[256];
    for (long left = count; left > 0; left--) {
      int keyLength = data.readInt();
      int valueLength = data.readInt();
      if (buffer.length < keyLength + valueLength) {
        buffer = new byte[2 * (keyLength + valueLength)];
      }
      data.readFully(buffer, 0, keyLength + valueLength);
      entries.entry(buffer, keyLength);
    }
  }

  private static void readOrdered(Entries entries, long count, DataInputStream data)
      throws IOException {
    byte[] buffer = new byte[256];
    for (long left = count; left > 0; left--) {
      int length = data.readInt();
      if (buffer.length < length + Long.BYTES) {
        buffer = new byte[2 * (length + Long.BYTES)];
      }
      data.readFully(buffer, 0, length + Long.BYTES);
      entries.entry(buffer, length);
    }
  }

  /** The count of an entry of an ordered table. */
  static long count(byte[] bytes, int keyLength) {
    return Bytes.getLong(bytes, keyLength);
  }
}
