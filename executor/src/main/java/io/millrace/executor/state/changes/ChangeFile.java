package io.millrace.executor.state.changes;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A file of entries of a worker's tables; of later files for the same key the last one counts. It
 * is a sequence of blocks, each a table's number and how many bytes of entries follow (4 bytes
 * each, big-endian); an entry is the length of its key, that of its value or {@link
 * io.millrace.executor.state.table.EntryTarget#REMOVED}, the key and the value.
 *
 * @param name in a worker's part of a checkpoint
 * @param bytes its size
 */
public record ChangeFile(String name, long bytes) {
  void write(DataOutput output) throws IOException {
    output.writeUTF(name);
    output.writeLong(bytes);
  }

  static ChangeFile read(DataInput input) throws IOException {
    return new ChangeFile(input.readUTF(), input.readLong());
  }
}
