package io.millrace.executor.state.rocksdb;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.changes.ChangeFiles;
import io.millrace.executor.state.table.TableDescriptor;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The file that says which tables a worker has, and where: a magic number, the version of the whole
 * format, the next table number, how many tables, for each its {@link TableDescriptor} and whether
 * it is in RocksDB, then the {@link ChangeFiles}.
 *
 * @param nextNumber above the numbers of all tables ever made
 * @param inRocksDb the numbers of those that RocksDB holds; the others are in the change files
 */
public record TableCatalog(
    int nextNumber, List<TableDescriptor> tables, Set<Integer> inRocksDb, ChangeFiles changeFiles) {
  /** The file's name in a worker's part of a checkpoint. */
  public static final String FILE_NAME = "TABLES";

  /** Of the file, and of the change files that it names. */
  public static final int VERSION = 3;

  private static final int MAGIC = 0x4D52_5442;

  public TableCatalog {
    tables = List.copyOf(tables);
    inRocksDb = Set.copyOf(inRocksDb);
  }

  /** Of a worker without state. */
  static TableCatalog empty() {
    return new TableCatalog(1, List.of(), Set.of(), ChangeFiles.none());
  }

  /** How many records and keys all tables have. */
  public long entries() {
    return tables.stream().mapToLong(TableDescriptor::size).sum();
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
      data.writeBoolean(inRocksDb.contains(table.number()));
    }
    changeFiles.write(data);
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
      Set<Integer> inRocksDb = new HashSet<>();
      for (int left = data.readInt(); left > 0; left--) {
        TableDescriptor table = TableDescriptor.read(data);
        tables.add(table);
        if (data.readBoolean()) {
          inRocksDb.add(table.number());
        }
      }
      return new TableCatalog(nextNumber, tables, inRocksDb, ChangeFiles.read(data));
    }
  }
}
