package io.millrace.server.database;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.engine.StateBackendKind;
import io.millrace.executor.filesystem.DirectoryTree;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.storage.DocumentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one open database.
 *
 * <pre>
 *   lock            held while the database is open
 *   database.json   what it was written with
 *   catalog.json    which relations there are
 *   …               what the engine keeps
 * </pre>
 */
final class DataDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);
  private static final String IDENTITY_FILE = "database.json";
  private static final int KEY_GROUPS = 128;

  private final FileSystem fileSystem;
  private final Path path;
  private final boolean temporary;
  private final DirectoryLock lock;

  private DataDirectory(FileSystem fileSystem, Path path, boolean temporary, DirectoryLock lock) {
    this.fileSystem = fileSystem;
    this.path = path;
    this.temporary = temporary;
    this.lock = lock;
  }

  /** Creates the directory if it is missing, private to its owner, and keeps others out of it. */
  static DataDirectory open(FileSystem fileSystem, Optional<Path> wanted) {
    Path path;
    try {
      path = wanted.isPresent() ? wanted.get() : Files.createTempDirectory("millrace-");
      fileSystem.createDirectories(path);
    } catch (IOException e) {
      throw FileErrors.of(
          "create the data directory" + wanted.map(directory -> " " + directory).orElse(""), e);
    }
    DirectoryLock lock = DirectoryLock.take(path);
    DataDirectory directory = new DataDirectory(fileSystem, path, wanted.isEmpty(), lock);
    boolean right = false;
    try {
      directory.refuseForeign();
      right = true;
      return directory;
    } finally {
      if (!right) {
        directory.close();
      }
    }
  }

  private void refuseForeign() {
    try {
      List<String> names =
          fileSystem.list(path).stream().map(entry -> entry.getFileName().toString()).toList();
      if (names.contains(IDENTITY_FILE)) {
        return;
      }
      for (String name : names) {
        if (!name.equals("lock") && !name.equals(IDENTITY_FILE + ".unfinished")) {
          throw new MillraceException(
              ErrorCode.INVALID_OPTION,
              "The directory "
                  + path
                  + " holds other things, such as '"
                  + name
                  + "', and no database. Name an empty or a new directory.");
        }
      }
    } catch (IOException e) {
      throw FileErrors.of("read the data directory " + path, e);
    }
  }

  Path path() {
    return path;
  }

  Path catalogFile() {
    return path.resolve("catalog.json");
  }

  /** What to run with: as configured, otherwise as the directory was written. */
  DatabaseIdentity identity(DatabaseConfig config) {
    Optional<DatabaseIdentity> stored = identityFile().read();
    int workers =
        config
            .workers()
            .or(() -> stored.map(DatabaseIdentity::workers))
            .orElseGet(() -> Runtime.getRuntime().availableProcessors());
    StateBackendKind backend =
        config
            .stateBackend()
            .or(() -> stored.map(DatabaseIdentity::stateBackend))
            .orElse(temporary ? StateBackendKind.MEMORY : StateBackendKind.ROCKSDB);
    int keyGroups = stored.map(DatabaseIdentity::keyGroups).orElse(Math.max(KEY_GROUPS, workers));
    DatabaseIdentity wanted =
        new DatabaseIdentity(DatabaseIdentity.VERSION, workers, keyGroups, backend);
    if (stored.isEmpty()) {
      remember(wanted);
    }
    return wanted;
  }

  /** Keeps what the database runs with for the next start. */
  void remember(DatabaseIdentity identity) {
    DocumentFile<DatabaseIdentity> file = identityFile();
    if (!file.read().equals(Optional.of(identity))) {
      file.write(identity);
    }
  }

  private DocumentFile<DatabaseIdentity> identityFile() {
    return new DocumentFile<>(
        fileSystem, path.resolve(IDENTITY_FILE), DatabaseIdentity.class, DatabaseIdentity.VERSION);
  }

  /** Lets others in, and deletes a temporary directory. */
  @Override
  public void close() {
    lock.close();
    if (temporary) {
      try {
        DirectoryTree.delete(fileSystem, path);
      } catch (IOException e) {
        LOG.warn("Cannot delete the temporary directory {}.", path, e);
      }
    }
  }
}
