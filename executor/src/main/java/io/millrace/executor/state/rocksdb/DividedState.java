package io.millrace.executor.state.rocksdb;

import io.millrace.executor.checkpoint.FileDigest;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.changes.ChangeFile;
import io.millrace.executor.state.changes.ChangeFileWriter;
import io.millrace.executor.state.changes.ChangeFiles;
import io.millrace.executor.state.table.TableDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one worker gets of state that is divided: a file of all entries, and the tables' catalog.
 */
final class DividedState implements AutoCloseable {
  private static final String FILE_NAME = "changes-divided";

  private final FileSystem fileSystem;
  private final Path directory;
  private final ChangeFileWriter writer;
  private final Map<Integer, Long> sizes = new HashMap<>();

  /** The table of the entry that was added last; 0 for none. */
  private int current;

  /**
   * @param directory is there, and empty
   */
  DividedState(FileSystem fileSystem, Path directory) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.writer = new ChangeFileWriter(fileSystem, directory.resolve(FILE_NAME));
  }

  /** Adds an entry whose key was not added before. */
  void add(int table, byte[] bytes, int at, int keyLength, int valueLength) {
    if (table != current) {
      current = table;
      writer.table(table);
    }
    int place = writer.add(0, keyLength, valueLength);
    System.arraycopy(bytes, at, writer.chunk(), place, keyLength + valueLength);
    sizes.merge(table, 1L, Long::sum);
  }

  /**
   * Makes the files whole.
   *
   * @param tables all tables, of any size
   */
  void finish(List<TableDescriptor> tables) {
    FileDigest digest = writer.finish();
    List<ChangeFile> files =
        digest == null ? List.of() : List.of(new ChangeFile(FILE_NAME, digest.bytes()));
    TableCatalog catalog =
        new TableCatalog(
            tables.size() + 1,
            tables.stream()
                .map(table -> table.withSize(sizes.getOrDefault(table.number(), 0L)))
                .toList(),
            Set.of(),
            ChangeFiles.of(files));
    Path file = directory.resolve(TableCatalog.FILE_NAME);
    try {
      catalog.write(fileSystem, file);
    } catch (IOException e) {
      throw FileErrors.of("write " + file, e);
    }
  }

  @Override
  public void close() {
    writer.close();
  }
}
