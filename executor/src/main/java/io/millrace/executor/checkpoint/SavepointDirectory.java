package io.millrace.executor.checkpoint;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The descriptions of savepoints, one file for each, made with the first one. For one thread at a
 * time.
 */
final class SavepointDirectory {
  /** It is the name of a file too, on any system. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}");

  private static final String SUFFIX = ".savepoint";

  private final FileSystem fileSystem;
  private final Path directory;

  /** By name in lower case, since not every file system tells cases apart. */
  private final Map<String, SavepointStatus> savepoints = new TreeMap<>();

  /** Reads all descriptions; those that are damaged are kept as such. */
  SavepointDirectory(FileSystem fileSystem, Path directory) throws IOException {
    this.fileSystem = fileSystem;
    this.directory = directory;
    for (Path file : fileSystem.list(directory)) {
      String fileName = file.getFileName().toString();
      if (fileName.endsWith(SUFFIX)) {
        put(load(file, fileName.substring(0, fileName.length() - SUFFIX.length())));
      }
    }
  }

  private SavepointStatus load(Path file, String name) throws IOException {
    try {
      Savepoint savepoint = JsonFile.read(fileSystem, file, Savepoint.class, Savepoint.VERSION);
      int version = savepoint.manifest().version();
      return version == CheckpointManifest.VERSION
          ? new SavepointStatus(name, savepoint, null)
          : new SavepointStatus(
              name, null, file + " holds a checkpoint of the format version " + version + ".");
    } catch (MillraceException e) {
      return new SavepointStatus(name, null, e.getMessage());
    }
  }

  private void put(SavepointStatus status) {
    savepoints.put(key(status.name()), status);
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private Path file(String name) {
    return directory.resolve(name + SUFFIX);
  }

  List<SavepointStatus> all() {
    return List.copyOf(savepoints.values());
  }

  /**
   * The savepoint of that name.
   *
   * @throws MillraceException UNKNOWN_SAVEPOINT with the names of those that there are,
   *     CORRUPTED_CHECKPOINT if its description cannot be read
   */
  Savepoint require(String name) {
    SavepointStatus status = find(name);
    if (status.savepoint() == null) {
      throw new MillraceException(
          ErrorCode.CORRUPTED_CHECKPOINT,
          "The savepoint '" + name + "' is damaged: " + status.problem());
    }
    return status.savepoint();
  }

  private SavepointStatus find(String name) {
    SavepointStatus status = savepoints.get(key(name));
    if (status == null || !status.name().equals(name)) {
      throw new MillraceException(
          ErrorCode.UNKNOWN_SAVEPOINT, "There is no savepoint '" + name + "'; " + existing() + ".");
    }
    return status;
  }

  private String existing() {
    if (savepoints.isEmpty()) {
      return "there is none at all";
    }
    List<String> names = new ArrayList<>();
    savepoints.values().forEach(status -> names.add("'" + status.name() + "'"));
    return "there " + (names.size() == 1 ? "is " : "are ") + String.join(", ", names);
  }

  /**
   * Refuses a name that cannot be a new savepoint's.
   *
   * @throws MillraceException INVALID_NAME or DUPLICATE_SAVEPOINT
   */
  void checkNew(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new MillraceException(
          ErrorCode.INVALID_NAME,
          "'"
              + name
              + "' cannot be the name of a savepoint: it has 1 to 64 letters (A to Z), digits and"
              + " the characters _ . - and begins with none of the last two.");
    }
    SavepointStatus same = savepoints.get(key(name));
    if (same != null) {
      throw new MillraceException(
          ErrorCode.DUPLICATE_SAVEPOINT,
          "There is already a savepoint '"
              + same.name()
              + "'"
              + (same.name().equals(name) ? "" : ", whose name differs only in upper case")
              + "; "
              + existing()
              + ". Take another name, or DROP SAVEPOINT '"
              + same.name()
              + "' first.");
    }
  }

  /** Adds a savepoint, durably. */
  void add(Savepoint savepoint) {
    checkNew(savepoint.name());
    try {
      fileSystem.createDirectories(directory);
    } catch (IOException e) {
      throw FileErrors.of("create " + directory, e);
    }
    // From before it may be on the disk until it is certainly not, nothing that it names may go.
    put(new SavepointStatus(savepoint.name(), savepoint, null));
    try {
      JsonFile.write(fileSystem, file(savepoint.name()), savepoint);
    } catch (IOException e) {
      try {
        remove(savepoint.name());
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw FileErrors.of("keep the savepoint '" + savepoint.name() + "' in " + directory, e);
    }
  }

  /**
   * Removes a savepoint, durably; also one that is damaged.
   *
   * @throws MillraceException UNKNOWN_SAVEPOINT with the names of those that there are
   */
  void drop(String name) {
    find(name);
    try {
      remove(name);
    } catch (IOException e) {
      throw FileErrors.of("drop the savepoint '" + name + "' in " + directory, e);
    }
  }

  private void remove(String name) throws IOException {
    fileSystem.delete(file(name));
    fileSystem.syncDirectory(directory);
    savepoints.remove(key(name));
  }

  /**
   * Of what some sinks have committed, something was or will be taken back. Savepoints that build
   * on that have the sinks begin anew from now on, durably.
   *
   * @param takenBack by sink, the checkpoint after which all is taken back
   */
  void outputTakenBack(Map<Long, Long> takenBack) {
    for (SavepointStatus status : all()) {
      if (status.savepoint() != null) {
        List<Long> sinks = buildingOn(status.savepoint().manifest(), takenBack);
        if (!sinks.isEmpty()) {
          replace(status.savepoint().without(sinks));
        }
      }
    }
  }

  private static List<Long> buildingOn(CheckpointManifest manifest, Map<Long, Long> takenBack) {
    return takenBack.entrySet().stream()
        .filter(sink -> manifest.checkpointId() > sink.getValue())
        .map(Map.Entry::getKey)
        .filter(manifest.relations()::containsKey)
        .toList();
  }

  private void replace(Savepoint changed) {
    try {
      JsonFile.write(fileSystem, file(changed.name()), changed);
    } catch (IOException e) {
      throw FileErrors.of("rewrite the savepoint '" + changed.name() + "' in " + directory, e);
    }
    put(new SavepointStatus(changed.name(), changed, null));
  }

  /** Adds the names of the files that savepoints need. */
  void addNamed(Set<String> names) {
    for (SavepointStatus status : savepoints.values()) {
      if (status.savepoint() != null) {
        status.savepoint().manifest().files().forEach(file -> names.add(file.storedName()));
      }
    }
  }

  /** The names of those whose files are not known. */
  List<String> damaged() {
    return savepoints.values().stream()
        .filter(status -> status.savepoint() == null)
        .map(SavepointStatus::name)
        .toList();
  }

  /** The highest id of a checkpoint that is kept; 0 for none. */
  long highestId() {
    return savepoints.values().stream()
        .filter(status -> status.savepoint() != null)
        .mapToLong(status -> status.savepoint().manifest().checkpointId())
        .max()
        .orElse(0);
  }

  /** A run that was killed may have left a description whose name it had not synced yet. */
  void makeNamesDurable() throws IOException {
    if (!savepoints.isEmpty()) {
      fileSystem.syncDirectory(directory);
    }
  }

  /** Removes what a crash has left of a description that was not complete. */
  void removeUnfinished() throws IOException {
    for (Path file : fileSystem.list(directory)) {
      if (file.getFileName().toString().endsWith(JsonFile.UNFINISHED)) {
        fileSystem.delete(file);
      }
    }
  }
}
