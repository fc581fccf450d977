package io.millrace.executor.checkpoint;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.checkpoint.CheckpointManifest.StateFile;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A directory of checkpoints:
 *
 * <pre>
 *   chk-000000000017.manifest    one for each checkpoint; there once it is complete
 *   savepoints/v0.savepoint      one for each savepoint, with a copy of its manifest
 *   files/                       state files, each shared by all manifests that name it
 * </pre>
 *
 * A file is stored before the first manifest that names it, and removed when no manifest, no
 * savepoint and no checkpoint being written names it. While a savepoint's description is damaged no
 * file is removed, since it may be one that the savepoint names. Only one checkpoint is written at
 * a time. Thread-safe.
 */
public final class CheckpointStore {
  private static final String SUFFIX = ".manifest";

  private final FileSystem fileSystem;
  private final Path directory;
  private final Path filesDirectory;
  private final String runId;
  private final int retained;
  private final TreeMap<Long, CheckpointManifest> manifests = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();
  private final SavepointDirectory savepoints;

  /** Immutable files that are stored, by worker and local name. */
  private final Map<String, StateFile> storedByLocalName = new HashMap<>();

  /** Manifests that may be there although completing them failed. */
  private final Set<Path> givenUp = new HashSet<>();

  private long highestId;

  /**
   * Opens a directory of checkpoints, which is made if it is not there.
   *
   * @param runId names this run of the process, never used before with this directory; letters and
   *     digits
   * @param retained how many complete checkpoints are kept, at least 1
   */
  public CheckpointStore(FileSystem fileSystem, Path directory, String runId, int retained) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.filesDirectory = directory.resolve("files");
    this.runId = runId;
    this.retained = retained;
    try {
      fileSystem.createDirectories(filesDirectory);
      for (Path file : fileSystem.list(directory)) {
        if (file.getFileName().toString().endsWith(SUFFIX)) {
          load(file);
        }
      }
      savepoints = new SavepointDirectory(fileSystem, directory.resolve("savepoints"));
      highestId = Math.max(highestId, savepoints.highestId());
    } catch (IOException e) {
      throw FileErrors.of("open the checkpoints in " + directory, e);
    }
  }

  private void load(Path file) throws IOException {
    String name = file.getFileName().toString();
    long id;
    try {
      id = Long.parseLong(name.substring("chk-".length(), name.length() - SUFFIX.length()));
    } catch (NumberFormatException e) {
      problems.add(file + " does not have the name of a checkpoint.");
      return;
    }
    try {
      highestId = Math.max(highestId, id);
      manifests.put(
          id,
          JsonFile.read(fileSystem, file, CheckpointManifest.class, CheckpointManifest.VERSION));
    } catch (MillraceException e) {
      if (e.code() == ErrorCode.INCOMPATIBLE_STATE) {
        throw e;
      }
      problems.add("Checkpoint " + id + " is damaged: " + e.getMessage());
    }
  }

  /**
   * The newest checkpoint whose manifest and files are all as they were written. Damaged newer ones
   * are named in {@link #problems}; they stay where they are until {@link #removeOld}.
   */
  public synchronized Optional<CheckpointManifest> newestIntact() {
    makeNamesDurable();
    for (CheckpointManifest manifest : manifests.descendingMap().values()) {
      Optional<String> damage = damage(manifest);
      if (damage.isEmpty()) {
        remember(manifest);
        return Optional.of(manifest);
      }
      problems.add("Checkpoint " + manifest.checkpointId() + " is damaged: " + damage.get());
    }
    return Optional.empty();
  }

  /** A run that was killed may have left a manifest whose name it had not synced yet. */
  private void makeNamesDurable() {
    try {
      fileSystem.syncDirectory(directory);
      savepoints.makeNamesDurable();
    } catch (IOException e) {
      throw FileErrors.of("sync the checkpoints in " + directory, e);
    }
  }

  /** The complete checkpoints whose manifests can be read, oldest first. */
  public synchronized List<CheckpointManifest> manifests() {
    return List.copyOf(manifests.values());
  }

  /** What is wrong with a checkpoint's files; empty if they are as they were written. */
  public Optional<String> damage(CheckpointManifest manifest) {
    for (StateFile file : manifest.files()) {
      Path path = filesDirectory.resolve(file.storedName());
      try {
        if (!fileSystem.exists(path)) {
          return Optional.of(path + " is missing.");
        }
        if (fileSystem.size(path) != file.size()
            || FileDigests.of(fileSystem, path).checksum() != file.checksum()) {
          return Optional.of("the checksum of " + path + " does not match.");
        }
      } catch (IOException e) {
        return Optional.of(path + " cannot be read: " + e.getMessage());
      }
    }
    return Optional.empty();
  }

  /** What was found wrong with the checkpoints so far, for the log and the user. */
  public synchronized List<String> problems() {
    return List.copyOf(problems);
  }

  /** Whether any checkpoint, damaged ones included, was ever completed here. */
  public synchronized boolean isEmpty() {
    return highestId == 0;
  }

  /** The id of the newest checkpoint that was ever completed here, damaged or not; 0 for none. */
  public synchronized long newestId() {
    return highestId;
  }

  /** An id above that of every checkpoint that is or was here. */
  public synchronized long nextId() {
    return ++highestId;
  }

  /** Puts a worker's files of a checkpoint into a directory, which is made and must be empty. */
  public void restore(CheckpointManifest manifest, int worker, Path target) {
    try {
      fileSystem.createDirectories(target);
      for (StateFile file : manifest.files()) {
        if (file.worker() == worker) {
          Path stored = filesDirectory.resolve(file.storedName());
          Path local = target.resolve(file.localName());
          if (file.immutable()) {
            fileSystem.linkOrCopy(stored, local);
          } else {
            copy(stored, local);
          }
        }
      }
    } catch (IOException e) {
      throw FileErrors.of("restore checkpoint " + manifest.checkpointId() + " into " + target, e);
    }
  }

  /**
   * The workers do not go on with the files of the checkpoint that was found: no file of theirs is
   * one of those, whatever its name.
   */
  public synchronized void forgetWorkerFiles() {
    storedByLocalName.clear();
  }

  /** Files stored for a checkpoint that is not complete yet, and how many bytes were new. */
  public record Stored(List<StateFile> files, long newBytes) {}

  /**
   * Stores a worker's files, durably. Immutable files that an earlier checkpoint of this run, or
   * the restored one, has stored already are not written again.
   */
  public Stored store(long checkpointId, List<LocalStateFile> locals) {
    List<StateFile> files = new ArrayList<>();
    long newBytes = 0;
    try {
      // Somebody may have taken away what was there.
      fileSystem.createDirectories(filesDirectory);
      for (LocalStateFile local : locals) {
        StateFile known = known(local);
        if (known == null || !fileSystem.exists(filesDirectory.resolve(known.storedName()))) {
          known = storeFile(checkpointId, local);
          newBytes += known.size();
        }
        files.add(known);
      }
      fileSystem.syncDirectory(filesDirectory);
    } catch (IOException e) {
      throw FileErrors.of("store checkpoint " + checkpointId + " in " + directory, e);
    }
    return new Stored(files, newBytes);
  }

  private synchronized StateFile known(LocalStateFile local) {
    return local.immutable() ? storedByLocalName.get(key(local.worker(), local.localName())) : null;
  }

  private StateFile storeFile(long checkpointId, LocalStateFile local) throws IOException {
    String storedName =
        local.immutable()
            ? runId + "-w" + local.worker() + "-" + local.localName()
            : runId + "-w" + local.worker() + "-c" + checkpointId + "-" + local.localName();
    Path target = filesDirectory.resolve(storedName);
    if (local.immutable()) {
      fileSystem.linkOrCopy(local.path(), target);
    } else {
      copy(local.path(), target);
    }
    FileDigest digest =
        local.digest() == null ? FileDigests.of(fileSystem, target) : local.digest();
    return new StateFile(
        local.worker(),
        local.localName(),
        storedName,
        digest.bytes(),
        digest.checksum(),
        local.immutable());
  }

  private void copy(Path source, Path target) throws IOException {
    byte[] buffer = new byte[1 << 16];
    try (var input = fileSystem.open(source);
        FileSystem.OutputFile output = fileSystem.create(target)) {
      for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
        output.write(java.nio.ByteBuffer.wrap(buffer, 0, read));
      }
      output.sync();
    }
  }

  /** Completes a checkpoint: when this returns, a restart finds it. */
  public void commit(CheckpointManifest manifest) {
    try {
      JsonFile.write(fileSystem, manifestFile(manifest.checkpointId()), manifest);
    } catch (IOException e) {
      synchronized (this) {
        givenUp.add(manifestFile(manifest.checkpointId()));
      }
      throw FileErrors.of("complete checkpoint " + manifest.checkpointId(), e);
    }
    synchronized (this) {
      manifests.put(manifest.checkpointId(), manifest);
      highestId = Math.max(highestId, manifest.checkpointId());
      remember(manifest);
    }
  }

  /**
   * Makes one checkpoint the only one, durably. The files of the others stay until {@link
   * #removeOld}.
   */
  public void replaceAll(CheckpointManifest manifest) {
    commit(manifest);
    synchronized (this) {
      try {
        for (Path file : fileSystem.list(directory)) {
          if (file.getFileName().toString().endsWith(SUFFIX)
              && !file.equals(manifestFile(manifest.checkpointId()))) {
            fileSystem.delete(file);
          }
        }
        fileSystem.syncDirectory(directory);
        manifests.keySet().removeIf(id -> id != manifest.checkpointId());
      } catch (IOException e) {
        throw FileErrors.of("remove the checkpoints in " + directory, e);
      }
    }
  }

  /** All savepoints, also those that are damaged, in the order of their names. */
  public synchronized List<SavepointStatus> savepoints() {
    return savepoints.all();
  }

  /**
   * The savepoint of that name.
   *
   * @throws MillraceException UNKNOWN_SAVEPOINT with the names of those that there are,
   *     CORRUPTED_CHECKPOINT if its description cannot be read
   */
  public synchronized Savepoint savepoint(String name) {
    return savepoints.require(name);
  }

  /**
   * Refuses a name that cannot be a new savepoint's.
   *
   * @throws MillraceException INVALID_NAME or DUPLICATE_SAVEPOINT
   */
  public synchronized void checkNewSavepoint(String name) {
    savepoints.checkNew(name);
  }

  /**
   * Keeps a checkpoint under a name, durably. It must be complete and still be there: to be called
   * between {@link #commit} and {@link #removeOld}.
   */
  public synchronized void addSavepoint(Savepoint savepoint) {
    savepoints.add(savepoint);
  }

  /**
   * Removes a savepoint, durably, damaged or not. Its files stay until {@link #removeOld}.
   *
   * @throws MillraceException UNKNOWN_SAVEPOINT with the names of those that there are
   */
  public synchronized void dropSavepoint(String name) {
    savepoints.drop(name);
  }

  /**
   * To be told before sinks take back what they have committed: savepoints that build on that have
   * them begin anew from now on.
   *
   * @param takenBack by sink, the checkpoint after which all is taken back
   */
  public synchronized void outputTakenBack(Map<Long, Long> takenBack) {
    savepoints.outputTakenBack(takenBack);
  }

  /**
   * Removes manifests beyond those retained, then files that no manifest names. Not to be called
   * while a checkpoint is being stored. Failing to remove something loses nothing: it is tried
   * again next time.
   */
  public synchronized void removeOld() {
    try {
      while (manifests.size() > retained) {
        fileSystem.delete(manifestFile(manifests.firstKey()));
        manifests.pollFirstEntry();
      }
      if (manifests.isEmpty()) {
        return;
      }
      removeUselessManifests();
      fileSystem.syncDirectory(directory);
      savepoints.removeUnfinished();
      if (!savepoints.damaged().isEmpty()) {
        return;
      }
      Set<String> named = new HashSet<>();
      savepoints.addNamed(named);
      manifests.values().forEach(m -> m.files().forEach(file -> named.add(file.storedName())));
      for (Path file : fileSystem.list(filesDirectory)) {
        if (!named.contains(file.getFileName().toString())) {
          fileSystem.delete(file);
        }
      }
      storedByLocalName.values().removeIf(file -> !named.contains(file.storedName()));
    } catch (IOException e) {
      throw FileErrors.of("remove old checkpoints in " + directory, e);
    }
  }

  /** Those older than the newest one that could not be read, or whose checkpoint was given up. */
  private void removeUselessManifests() throws IOException {
    Set<Path> known = new HashSet<>();
    manifests.keySet().forEach(id -> known.add(manifestFile(id)));
    Path newest = manifestFile(manifests.lastKey());
    for (Path file : fileSystem.list(directory)) {
      String name = file.getFileName().toString();
      boolean unknown = name.endsWith(SUFFIX) && !known.contains(file);
      boolean useless = givenUp.contains(file) || file.compareTo(newest) < 0;
      if (unknown && useless || name.endsWith(JsonFile.UNFINISHED)) {
        fileSystem.delete(file);
      }
    }
    givenUp.clear();
  }

  private void remember(CheckpointManifest manifest) {
    for (StateFile file : manifest.files()) {
      if (file.immutable()) {
        storedByLocalName.put(key(file.worker(), file.localName()), file);
      }
    }
  }

  private static String key(int worker, String localName) {
    return worker + "/" + localName;
  }

  private Path manifestFile(long checkpointId) {
    return directory.resolve(String.format("chk-%012d%s", checkpointId, SUFFIX));
  }
}
