package io.millrace.executor.state.rocksdb;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.table.TableDescriptor;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file beside RocksDB's that says which tables there are: a magic number, the version of the
 * whole format, the next table number, how many tables, their {@link TableDescriptor}s.
 *
 * @param nextNumber above the numbers of all tables ever made
 */
public record TableCatalog(int nextNumber, List<TableDescriptor> tables) {
  /** The file's name in a worker's part of a checkpoint. */
  public static final String FILE_NAME = "TABLES";

  static final int VERSION = 1;

  private static final int MAGIC = 0x4D52_5442;

  public TableCatalog {
    tables = List.copyOf(tables);
  }

  void write(FileSystem fileSystem, Path file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(bytes);
    data.writeInt(MAGIC);
    data.writeInt(VERSION);
    data.writeInt(nextNumber);
    data.writeInt(tables.size());
    for (TableDescriptor table : tables) {
      table.write(data);
    }
    try (FileSystem.OutputFile output = fileSystem.create(file)) {
      output.write(ByteBuffer.wrap(bytes.toByteArray()));
      output.sync();
    }
  }

  /**
   * Reads such a file.
   *
   * @throws MillraceException {@link ErrorCode#CORRUPTED_CHECKPOINT} if it is none, {@link
   *     ErrorCode#INCOMPATIBLE_STATE} if it is of another version
   */
  public static TableCatalog read(FileSystem fileSystem, Path file) throws IOException {
    try (DataInputStream data =
        new DataInputStream(new java.io.BufferedInputStream(fileSystem.open(file)))) {
      if (data.readInt() != MAGIC) {
        throw new MillraceException(
            ErrorCode.CORRUPTED_CHECKPOINT, file + " is no catalog of state tables.");
      }
      int version = data.readInt();
      if (version != VERSION) {
        throw new MillraceException(
            ErrorCode.INCOMPATIBLE_STATE,
            file + " is of state format " + version + "; this Millrace reads " + VERSION + ".");
      }
      int nextNumber = data.readInt();
      List<TableDescriptor> tables = new ArrayList<>();
      for (int left = data.readInt(); left > 0; left--) {
        tables.add(TableDescriptor.read(data));
      }
      return new TableCatalog(nextNumber, tables);
    }
  }
}
