package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.checkpoint.SavepointStatus;
import io.millrace.executor.filesystem.FaultyFileSystem;
import io.millrace.executor.filesystem.FaultyFileSystem.Operation;
import io.millrace.executor.filesystem.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Savepoints, and engines that go back to one. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class SavepointTest extends CheckpointScenario {
  private static final int MOST_STEPS = 200;

  private Set<Long> put() {
    Map<List<Object>, Long> content = harness.sink().content(TABLE_SINK);
    assertThat(content.values()).as("rows of the sink, each once").allMatch(count -> count == 1);
    return Set.copyOf(content.keySet().stream().map(row -> (Long) row.get(0)).toList());
  }

  private Set<Long> table() {
    return Set.copyOf(harness.read(TABLE).stream().map(row -> (Long) row.get(0)).toList());
  }

  private void awaitPut(Long... keys) {
    harness.engine().checkpoint();
    harness.await(
        "the sink has " + List.of(keys),
        () -> {
          harness.engine().checkpoint();
          return put().equals(Set.of(keys));
        });
  }

  private void goBack(String savepoint, long rows) {
    harness.source().limit.set(rows);
    harness.goBackTo(savepoint);
    harness.open();
  }

  /** Another relation is there, a thousand more rows are counted, and one is in the table. */
  private void goOn() {
    harness.create(TestPlans.countAndSum(9, TABLE, false));
    awaitRows(2_000);
    append(2);
    harness.engine().checkpoint();
    assertThat(put()).containsExactlyInAnyOrder(1L, 2L);
  }

  @ParameterizedTest
  @EnumSource(StateBackendKind.class)
  void whatWasThereIsThereAgainAndGoesOn(StateBackendKind backend) {
    start(new EngineHarness(directory).stateBackend(backend));
    List<List<Object>> counts = harness.read(BY_KEY);
    harness.savepoint("v0");
    goOn();
    append(3);
    harness.crash();

    goBack("v0", 1_000);
    assertThat(harness.read(BY_KEY)).containsExactlyInAnyOrderElementsOf(counts);
    assertThat(table()).containsExactly(1L);
    assertThat(put()).containsExactly(1L);
    assertThat(harness.engine().status().relations()).hasSize(4);
    append(4);
    awaitRows(3_000);
    harness.engine().checkpoint();
    assertThat(put()).containsExactlyInAnyOrder(1L, 4L);
    harness.crash();
    harness.open();
    assertThat(count()).isEqualTo(3_000);
    assertThat(table()).containsExactlyInAnyOrder(1L, 4L);
    harness.close();
  }

  @Test
  void whicheverSavepointIsGoneBackToSinksHaveEveryRowOnce() {
    start(new EngineHarness(directory));
    harness.savepoint("v0");
    append(2);
    harness.savepoint("v1");
    append(3);
    harness.engine().checkpoint();
    harness.close();

    goBack("v0", 1_000);
    append(4);
    awaitPut(1L, 4L);
    harness.savepoint("v2");
    harness.close();
    // What v1 has put out is taken back by now.
    goBack("v1", 1_000);
    awaitPut(1L, 2L);
    append(5);
    awaitPut(1L, 2L, 5L);
    harness.crash();
    // And so is what v2 and v0 have put out.
    goBack("v2", 1_000);
    awaitPut(1L, 4L);
    harness.crash();
    goBack("v0", 1_000);
    awaitPut(1L);
    harness.close();
  }

  @Test
  void aCrashAtAnyStepLeavesAllOrNothing() {
    boolean struck = true;
    boolean before = false;
    boolean after = false;
    for (int step = 1; struck; step++) {
      assertThat(step).isLessThan(MOST_STEPS);
      start(new EngineHarness(directory.resolve("step" + step)));
      harness.savepoint("v0");
      goOn();
      harness.crash();
      CrashPoint crash =
          new CrashPoint((operation, file) -> !file.toString().contains("/work"), step);
      harness.fileSystem().setFault(crash);
      harness.source().limit.set(1_000);
      try {
        harness.goBackTo("v0");
        harness.open();
      } catch (MillraceException e) {
        assertThat(crash.hasStruck()).as(e.getMessage()).isTrue();
      }
      struck = crash.hasStruck();
      harness.fileSystem().heal();
      if (harness.engine() != null) {
        harness.crash();
      }
      harness.source().limit.set(1_000);
      harness.open();
      boolean back = harness.engine().status().relations().size() == 4;
      before |= !back;
      after |= back;
      assertThat(count()).as("step " + step).isEqualTo(back ? 1_000 : 2_000);
      assertThat(table()).as("step " + step).isEqualTo(back ? Set.of(1L) : Set.of(1L, 2L));
      assertThat(put()).as("step " + step).isEqualTo(back ? Set.of(1L) : Set.of(1L, 2L));
      assertThat(Files.exists(directory.resolve("step" + step + "/savepoint-restore.json")))
          .isFalse();
      harness.crash();
    }
    assertThat(before && after).isTrue();
  }

  @Test
  void aSavepointWhoseFilesAreDamagedIsRefusedAndNothingChanges() throws IOException {
    start(new EngineHarness(directory));
    harness.savepoint("v0");
    goOn();
    harness.crash();
    Path file = fileOf("v0");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(() -> harness.goBackTo("v0"))
        .isInstanceOfSatisfying(
            MillraceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED_CHECKPOINT))
        .hasMessageContaining("The savepoint 'v0' is damaged: the checksum of " + file);
    harness.open();
    assertThat(count()).isEqualTo(2_000);
    harness.close();
  }

  /** A state file that has something in it. */
  private Path fileOf(String savepoint) {
    SavepointStatus status =
        new CheckpointStore(new LocalFileSystem(), directory.resolve("checkpoints"), "test", 1)
            .savepoints().stream()
                .filter(each -> each.name().equals(savepoint))
                .findFirst()
                .orElseThrow();
    return status.savepoint().manifest().files().stream()
        .filter(file -> file.size() > 0)
        .map(file -> directory.resolve("checkpoints/files").resolve(file.storedName()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void itsFilesGoWhenItIsDropped() {
    start(new EngineHarness(directory));
    harness.savepoint("v0");
    Path file = fileOf("v0");
    for (int i = 10; i < 15; i++) {
      append(i);
      harness.engine().checkpoint();
    }
    assertThat(file).exists();
    // Though no checkpoint can be completed, since the disk is full.
    harness
        .fileSystem()
        .setFault(
            (operation, path) -> operation == Operation.WRITE ? FaultyFileSystem.DISK_FULL : null);
    harness.engine().dropSavepoint("v0");
    harness.fileSystem().heal();
    assertThat(file).doesNotExist();
    assertThat(harness.engine().savepoints()).isEmpty();
    assertThatThrownBy(() -> harness.engine().dropSavepoint("v0"))
        .hasMessage("There is no savepoint 'v0'; there is none at all.");
    harness.close();
  }

  @Test
  void whenNoCheckpointIsIntactASavepointServes() throws IOException {
    start(new EngineHarness(directory));
    harness.savepoint("v0");
    goOn();
    harness.crash();
    try (Stream<Path> files = Files.list(directory.resolve("checkpoints"))) {
      for (Path manifest : files.filter(f -> f.toString().endsWith(".manifest")).toList()) {
        Files.writeString(manifest, "x");
      }
    }
    assertThatThrownBy(() -> harness.open())
        .hasMessageContaining("none is intact")
        .hasMessageContaining("or go back to a savepoint");
    goBack("v0", 1_000);
    assertThat(count()).isEqualTo(1_000);
    assertThat(put()).containsExactly(1L);
    harness.close();
  }
}
