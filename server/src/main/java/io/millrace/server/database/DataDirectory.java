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
      if (names.contains("catalog.json") && names.contains("checkpoints")) {
        throw new MillraceException(
            ErrorCode.CORRUPTED_DATA,
            "The file "
                + path.resolve(IDENTITY_FILE)
                + " is missing, but there is the rest of a database. Restore it, or the whole data"
                + " directory, from a backup.");
      }
      for (String name : names) {
        if (!name.equals("lost+found")
            && !name.equals("lock")
            && !name.equals(IDENTITY_FILE + ".unfinished")) {
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

  /**
   * @return false if there is no catalog, which is right in a directory without content only
   * @throws MillraceException {@link ErrorCode#CORRUPTED_DATA} if the catalog was lost: to begin
   *     with an empty one would remove everything that it named
   */
  boolean requireCatalog() {
    try {
      if (fileSystem.exists(catalogFile())) {
        return true;
      }
      if (holds("checkpoints", ".manifest") || holds("log", ".log")) {
        throw new MillraceException(
            ErrorCode.CORRUPTED_DATA,
            "The file "
                + catalogFile()
                + " is missing, but there is data of its relations. Restore it, or the whole data"
                + " directory, from a backup.");
      }
      return false;
    } catch (IOException e) {
      throw FileErrors.of("read the data directory " + path, e);
    }
  }

  /** Whether there is a file that is not empty. */
  private boolean holds(String directory, String suffix) throws IOException {
    Path inner = path.resolve(directory);
    if (!fileSystem.exists(inner)) {
      return false;
    }
    for (Path file : fileSystem.list(inner)) {
      if (file.getFileName().toString().endsWith(suffix) && fileSystem.size(file) > 0) {
        return true;
      }
    }
    return false;
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
    if (workers > keyGroups) {
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          "The database in "
              + path
              + " can have at most "
              + keyGroups
              + " workers, not "
              + workers
              + ": its state is divided into as many key groups.");
    }
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
