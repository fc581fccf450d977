package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.checkpoint.CheckpointManifest;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.checkpoint.JsonFile;
import io.millrace.executor.checkpoint.Savepoint;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.log.TableLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a database back to one of its savepoints before it is opened. One file says that this is
 * under way: once it is there every start does the rest, in steps that may be done again, so that a
 * crash at any moment leaves either all of what was, or all of what the savepoint has:
 *
 * <ol>
 *   <li>{@code savepoint-restore.json} is written, synced, renamed: from here on it is decided;
 *   <li>the savepoint's state becomes the newest checkpoint, behind everything in the table log,
 *       and the only one: the others belong to what is given up;
 *   <li>the definitions of relations are those of the savepoint;
 *   <li>the file is removed.
 * </ol>
 *
 * Sinks take back what they have committed since when they are opened, as that checkpoint tells
 * them. Other savepoints stay. For one thread at a time, while nothing else uses the directory.
 */
public final class SavepointRestore {
  private static final Logger LOG = LoggerFactory.getLogger(SavepointRestore.class);

  private final EngineConfig config;
  private final EngineEnvironment environment;
  private final Path file;

  /**
   * What is under way, as it is on the disk.
   *
   * @param version of this format
   * @param manifest of the checkpoint to go on from
   */
  record Intent(int version, String savepoint, String definitions, CheckpointManifest manifest) {
    static final int VERSION = 1;
  }

  /**
   * @param config what the engine will run with
   */
  public SavepointRestore(EngineConfig config, EngineEnvironment environment) {
    this.config = config;
    this.environment = environment;
    this.file = config.dataDirectory().resolve("savepoint-restore.json");
  }

  private CheckpointStore openStore() {
    return new CheckpointStore(
        environment.fileSystem(),
        config.dataDirectory().resolve("checkpoints"),
        environment.runNames().get(),
        config.retainedCheckpoints());
  }

  /**
   * Decides, durably, that the database goes back to a savepoint; {@link #finish} does the rest.
   *
   * @throws MillraceException UNKNOWN_SAVEPOINT with the names of those that there are,
   *     CORRUPTED_CHECKPOINT if it is damaged, INCOMPATIBLE_STATE if the engine cannot go on from
   *     it; then nothing has changed
   */
  public void begin(String name) {
    CheckpointStore store = openStore();
    Savepoint savepoint = store.savepoint(name);
    CheckpointManifest manifest = savepoint.manifest();
    Recovery.check(config, manifest, StateBackends.factory(config, environment).format());
    store
        .damage(manifest)
        .ifPresent(
            damage -> {
              throw new MillraceException(
                  ErrorCode.CORRUPTED_CHECKPOINT,
                  "The savepoint '" + name + "' is damaged: " + damage);
            });
    // So that whoever follows epochs never sees them go back.
    long epoch =
        store.manifests().stream()
            .mapToLong(CheckpointManifest::epoch)
            .reduce(manifest.epoch(), Math::max);
    CheckpointManifest repeated = manifest.repeated(store.nextId(), epoch, logEnd());
    try {
      JsonFile.write(
          environment.fileSystem(),
          file,
          new Intent(Intent.VERSION, name, savepoint.definitions(), repeated));
    } catch (IOException e) {
      throw FileErrors.of("write " + file, e);
    }
  }

  private long logEnd() {
    try (TableLog log =
        TableLog.open(
            environment.fileSystem(),
            config.dataDirectory().resolve("log"),
            config.syncWrites(),
            entry -> {})) {
      return log.end();
    }
  }

  /**
   * Ends what was decided and not finished yet, if anything.
   *
   * @param replaceDefinitions replaces the definitions of relations, durably; may be called again
   *     with the same ones after a crash
   */
  public void finish(Consumer<String> replaceDefinitions) {
    FileSystem fileSystem = environment.fileSystem();
    try {
      if (!fileSystem.exists(file)) {
        return;
      }
      // A run that was killed may not have synced its name yet.
      fileSystem.syncDirectory(file.getParent());
      Intent intent = JsonFile.read(fileSystem, file, Intent.class, Intent.VERSION);
      openStore().replaceAll(intent.manifest());
      replaceDefinitions.accept(intent.definitions());
      fileSystem.delete(file);
      fileSystem.syncDirectory(file.getParent());
      LOG.warn(
          "The database has gone back to the savepoint '{}' of checkpoint {}. What was written and"
              + " created since is given up; it goes on as checkpoint {}.",
          intent.savepoint(),
          intent.manifest().outputCheckpoint(),
          intent.manifest().checkpointId());
    } catch (IOException e) {
      throw FileErrors.of("go back to a savepoint in " + config.dataDirectory(), e);
    }
  }
}
