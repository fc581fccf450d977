package io.millrace.executor.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.checkpoint.CheckpointManifest.RelationState;
import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.filesystem.FaultyFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointStoreTest {
  @TempDir Path temp;
  private final FaultyFileSystem fileSystem = new FaultyFileSystem();
  private Path directory;
  private Path working;

  @BeforeEach
  void makeDirectories() throws IOException {
    directory = temp.resolve("checkpoints");
    working = Files.createDirectory(temp.resolve("working"));
  }

  private CheckpointStore open(String runId, int retained) {
    return new CheckpointStore(fileSystem, directory, runId, retained);
  }

  private LocalStateFile local(String name, String content, boolean immutable) throws IOException {
    Path file = working.resolve(name);
    Files.deleteIfExists(file);
    return new LocalStateFile(0, Files.writeString(file, content), name, immutable);
  }

  private static CheckpointManifest manifest(long id, CheckpointStore.Stored stored) {
    RelationState source =
        new RelationState(
            Map.of("b", new SplitState("12", false), "a", new SplitState(null, true)), List.of());
    return new CheckpointManifest(
        CheckpointManifest.VERSION,
        id,
        id * 10,
        0,
        1,
        128,
        "test/1",
        5,
        stored.files(),
        Map.of(3L, source));
  }

  private long checkpoint(CheckpointStore store, LocalStateFile... files) {
    long id = store.nextId();
    store.commit(manifest(id, store.store(id, List.of(files))));
    store.removeOld();
    return id;
  }

  private List<String> storedFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("files"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theNewestIsFoundAndRestored() throws IOException {
    CheckpointStore store = open("r1", 2);
    assertThat(store.newestIntact()).isEmpty();
    checkpoint(store, local("1.sst", "one", true), local("CURRENT", "a", false));
    long id = checkpoint(store, local("1.sst", "one", true), local("CURRENT", "b", false));

    CheckpointStore reopened = open("r2", 2);
    CheckpointManifest newest = reopened.newestIntact().orElseThrow();
    assertThat(newest.checkpointId()).isEqualTo(id);
    assertThat(newest.relations().get(3L).splits().get("b")).isEqualTo(new SplitState("12", false));
    Path target = temp.resolve("restored");
    reopened.restore(newest, 0, target);
    assertThat(target.resolve("1.sst")).hasContent("one");
    assertThat(target.resolve("CURRENT")).hasContent("b");
    assertThat(reopened.nextId()).isGreaterThan(id);
  }

  @Test
  void immutableFilesAreStoredOnceAndRemovedWhenNoManifestNamesThem() throws IOException {
    CheckpointStore store = open("r1", 2);
    long first = store.nextId();
    CheckpointStore.Stored stored =
        store.store(first, List.of(local("1.sst", "one", true), local("2.sst", "two", true)));
    assertThat(stored.newBytes()).isEqualTo(6);
    store.commit(manifest(first, stored));
    long second = store.nextId();
    stored = store.store(second, List.of(local("2.sst", "two", true), local("3.sst", "3", true)));
    assertThat(stored.newBytes()).isEqualTo(1);
    store.commit(manifest(second, stored));
    store.removeOld();
    assertThat(storedFiles()).containsExactly("r1-w0-1.sst", "r1-w0-2.sst", "r1-w0-3.sst");
    checkpoint(store, local("3.sst", "3", true));
    assertThat(storedFiles()).containsExactly("r1-w0-2.sst", "r1-w0-3.sst");
  }

  @Test
  void aDamagedNewestCheckpointIsNamedAndTheOneBeforeServes() throws IOException {
    CheckpointStore store = open("r1", 3);
    long good = checkpoint(store, local("1.sst", "one", true));
    checkpoint(store, local("1.sst", "one", true), local("2.sst", "two", true));
    long unreadable = checkpoint(store, local("1.sst", "one", true));
    Files.writeString(directory.resolve("files").resolve("r1-w0-2.sst"), "twO");
    Path manifest = directory.resolve(String.format("chk-%012d.manifest", unreadable));
    Files.writeString(manifest, Files.readString(manifest).replace("\"epoch\":30", "\"epoch\":31"));

    CheckpointStore reopened = open("r2", 3);
    assertThat(reopened.newestIntact().orElseThrow().checkpointId()).isEqualTo(good);
    assertThat(reopened.problems())
        .anyMatch(problem -> problem.contains(manifest.toString()))
        .anyMatch(problem -> problem.contains("r1-w0-2.sst"));
    assertThat(reopened.nextId()).isGreaterThan(unreadable);
  }

  /** After falling back, a backend numbers its files again as the damaged run did. */
  @Test
  void aNewRunNeverTakesAnotherRunsFileForItsOwn() throws IOException {
    CheckpointStore store = open("r1", 5);
    checkpoint(store, local("1.sst", "one", true));
    long lost = checkpoint(store, local("1.sst", "one", true), local("2.sst", "old two", true));
    Files.writeString(directory.resolve(String.format("chk-%012d.manifest", lost)), "x");

    CheckpointStore second = open("r2", 5);
    second.newestIntact();
    checkpoint(second, local("1.sst", "one", true), local("2.sst", "new two", true));
    CheckpointManifest newest = open("r3", 5).newestIntact().orElseThrow();
    Path target = temp.resolve("restored");
    second.restore(newest, 0, target);
    assertThat(target.resolve("2.sst")).hasContent("new two");
  }

  @Test
  void aFullDiskLeavesTheOneBefore() throws IOException {
    CheckpointStore store = open("r1", 2);
    long good = checkpoint(store, local("1.sst", "one", true));
    for (FaultyFileSystem.Operation operation : FaultyFileSystem.Operation.values()) {
      fileSystem.setFault(
          (op, file) ->
              op == operation && op != FaultyFileSystem.Operation.DELETE
                  ? FaultyFileSystem.DISK_FULL
                  : null);
      long id = store.nextId();
      if (operation != FaultyFileSystem.Operation.DELETE) {
        assertThatThrownBy(
                () ->
                    store.commit(
                        manifest(
                            id,
                            store.store(
                                id,
                                List.of(
                                    local("x" + id + ".sst", "x", true),
                                    local("CURRENT", "c", false))))))
            .as("with a fault in " + operation)
            .isInstanceOfSatisfying(
                MillraceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL));
      }
      fileSystem.heal();
      // Once the manifest is renamed it may be found; syncing its directory failed, so it is not
      // sure.
      if (operation != FaultyFileSystem.Operation.SYNC_DIRECTORY) {
        assertThat(open("r9", 2).newestIntact().orElseThrow().checkpointId()).isEqualTo(good);
      }
    }
    long next = checkpoint(store, local("1.sst", "one", true));
    assertThat(open("r9", 2).newestIntact().orElseThrow().checkpointId()).isEqualTo(next);
    assertThat(storedFiles()).containsExactly("r1-w0-1.sst");
  }

  @Test
  void aManifestOfAnotherVersionIsRefused() throws IOException {
    CheckpointStore store = open("r1", 2);
    long id = store.nextId();
    CheckpointManifest current = manifest(id, store.store(id, List.of()));
    store.commit(
        new CheckpointManifest(
            99, id, 1, 0, 1, 128, "test/1", 0, current.files(), current.relations()));
    assertThatThrownBy(() -> open("r2", 2))
        .hasMessageContaining("format version 99; this Millrace reads version 1");
  }

  private static Savepoint savepoint(String name, CheckpointManifest manifest) {
    return new Savepoint(Savepoint.VERSION, name, List.of("t"), "definitions", manifest);
  }

  private long savepoint(CheckpointStore store, String name, LocalStateFile... files) {
    long id = store.nextId();
    CheckpointManifest manifest = manifest(id, store.store(id, List.of(files)));
    store.commit(manifest);
    store.addSavepoint(savepoint(name, manifest));
    store.removeOld();
    return id;
  }

  private Path description(String name) {
    return directory.resolve("savepoints").resolve(name + ".savepoint");
  }

  @Test
  void aSavepointKeepsItsFilesUntilItIsDropped() throws IOException {
    CheckpointStore store = open("r1", 1);
    long saved = savepoint(store, "v0", local("1.sst", "one", true), local("2.sst", "two", true));
    checkpoint(store, local("2.sst", "two", true), local("3.sst", "3", true));
    checkpoint(store, local("3.sst", "3", true));
    checkpoint(store, local("4.sst", "4", true));
    assertThat(storedFiles()).containsExactly("r1-w0-1.sst", "r1-w0-2.sst", "r1-w0-4.sst");

    CheckpointStore reopened = open("r2", 1);
    assertThat(reopened.newestIntact().orElseThrow().checkpointId()).isEqualTo(saved + 3);
    Savepoint found = reopened.savepoint("v0");
    assertThat(found.manifest().checkpointId()).isEqualTo(saved);
    assertThat(found.definitions()).isEqualTo("definitions");
    assertThat(reopened.damage(found.manifest())).isEmpty();
    reopened.removeOld();
    assertThat(storedFiles()).hasSize(3);
    reopened.dropSavepoint("v0");
    reopened.removeOld();
    assertThat(storedFiles()).containsExactly("r1-w0-4.sst");
    assertThat(open("r3", 1).savepoints()).isEmpty();
  }

  @Test
  void whileASavepointIsDamagedNoFileIsRemoved() throws IOException {
    CheckpointStore store = open("r1", 1);
    savepoint(store, "v0", local("1.sst", "one", true));
    savepoint(store, "v1", local("2.sst", "two", true));
    Files.writeString(description("v0"), Files.readString(description("v0")).replace("t", "T"));

    CheckpointStore reopened = open("r2", 1);
    assertThat(reopened.savepoints())
        .extracting(SavepointStatus::name, status -> status.savepoint() != null)
        .containsExactly(tuple("v0", false), tuple("v1", true));
    assertThatThrownBy(() -> reopened.savepoint("v0"))
        .hasMessageContaining("The savepoint 'v0' is damaged: The checksum of");
    checkpoint(reopened, local("3.sst", "3", true));
    checkpoint(reopened, local("4.sst", "4", true));
    assertThat(storedFiles())
        .containsExactly("r1-w0-1.sst", "r1-w0-2.sst", "r2-w0-3.sst", "r2-w0-4.sst");
    reopened.dropSavepoint("v0");
    reopened.removeOld();
    assertThat(storedFiles()).containsExactly("r1-w0-2.sst", "r2-w0-4.sst");
  }

  @Test
  void aSavepointThatCannotBeWrittenIsNotThereAndKeepsNothing() throws IOException {
    CheckpointStore store = open("r1", 1);
    for (FaultyFileSystem.Operation operation :
        EnumSet.complementOf(
            EnumSet.of(FaultyFileSystem.Operation.LINK, FaultyFileSystem.Operation.DELETE))) {
      long id = store.nextId();
      CheckpointManifest manifest =
          manifest(id, store.store(id, List.of(local("x" + id + ".sst", "x", true))));
      store.commit(manifest);
      boolean[] struck = new boolean[1];
      fileSystem.setFault(
          (op, file) -> {
            boolean strikes = op == operation && !struck[0];
            struck[0] |= strikes;
            return strikes ? FaultyFileSystem.DISK_FULL : null;
          });
      assertThatThrownBy(() -> store.addSavepoint(savepoint("v" + operation, manifest)))
          .as("with a fault in " + operation)
          .isInstanceOfSatisfying(
              MillraceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL));
      fileSystem.heal();
      assertThat(store.savepoints()).as("after a fault in " + operation).isEmpty();
      store.removeOld();
      assertThat(open("r9", 1).savepoints()).isEmpty();
    }
    fileSystem.heal();
    checkpoint(store, local("1.sst", "one", true));
    assertThat(storedFiles()).containsExactly("r1-w0-1.sst");
  }

  @Test
  void ifTheNameOfASavepointMayBeOnTheDiskItsFilesStay() throws IOException {
    CheckpointStore store = open("r1", 1);
    long id = store.nextId();
    CheckpointManifest manifest =
        manifest(id, store.store(id, List.of(local("1.sst", "one", true))));
    store.commit(manifest);
    fileSystem.setFault(
        (op, file) ->
            op == FaultyFileSystem.Operation.SYNC_DIRECTORY && file.endsWith("savepoints")
                ? FaultyFileSystem.DISK_FULL
                : null);
    assertThatThrownBy(() -> store.addSavepoint(savepoint("v0", manifest)))
        .hasMessageContaining("v0");
    fileSystem.heal();
    checkpoint(store, local("2.sst", "two", true));
    assertThat(storedFiles()).containsExactly("r1-w0-1.sst", "r1-w0-2.sst");
    store.dropSavepoint("v0");
    store.removeOld();
    assertThat(storedFiles()).containsExactly("r1-w0-2.sst");
  }

  @Test
  void savepointsForgetSinksWhoseOutputIsTakenBack() throws IOException {
    CheckpointStore store = open("r1", 1);
    long first = savepoint(store, "v0", local("1.sst", "one", true));
    savepoint(store, "v1", local("1.sst", "one", true));
    store.outputTakenBack(Map.of(3L, first, 4L, 0L));

    CheckpointStore reopened = open("r2", 1);
    assertThat(reopened.savepoint("v0").manifest().relations()).containsKey(3L);
    assertThat(reopened.savepoint("v1").manifest().relations()).isEmpty();
    assertThat(reopened.savepoint("v1").manifest().files()).hasSize(1);
  }
}
