package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FaultyFileSystem;
import io.millrace.executor.filesystem.FaultyFileSystem.Operation;
import io.millrace.executor.status.EngineStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints that fail, and checkpoints that are damaged. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class CheckpointRecoveryTest extends CheckpointScenario {
  private EngineStatus.Checkpoint newest() {
    List<EngineStatus.Checkpoint> all = harness.engine().status().checkpoints();
    return all.get(all.size() - 1);
  }

  @ParameterizedTest
  @EnumSource(StateBackendKind.class)
  void aFullDiskFailsTheCheckpointAndNotTheRun(StateBackendKind backend) {
    start(new EngineHarness(directory).stateBackend(backend));
    harness.engine().checkpoint();
    awaitRows(2_000);
    append(2);
    harness
        .fileSystem()
        .setFault(
            (operation, file) ->
                operation == Operation.WRITE && !file.toString().contains("log")
                    ? FaultyFileSystem.DISK_FULL
                    : null);
    assertThatThrownBy(() -> harness.engine().checkpoint())
        .isInstanceOfSatisfying(
            MillraceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL));
    assertThat(newest().state()).isEqualTo("FAILED");
    assertThat(newest().error()).contains("The disk is full");
    awaitRows(3_000);
    assertThat(harness.sink().rows(TABLE_SINK)).hasSize(1);
    harness.fileSystem().heal();
    harness.engine().checkpoint();
    assertThat(newest().state()).isEqualTo("COMPLETED");
    assertThat(harness.sink().rows(TABLE_SINK)).hasSize(2);
    harness.crash();
    harness.open();
    assertThat(count()).isEqualTo(3_000);
    assertThat(harness.read(TABLE)).hasSize(2);
    harness.close();
  }

  @Test
  void aFullDiskWhileASinkPreparesFailsNothingElse() {
    start(new EngineHarness(directory).stateBackend(StateBackendKind.ROCKSDB));
    // The job that would have written the state has nothing to clear away, and cannot.
    harness.sink().failPrepare(checkpoint -> true);
    harness
        .fileSystem()
        .setFault(
            (operation, file) -> operation == Operation.DELETE ? FaultyFileSystem.DISK_FULL : null);
    assertThatThrownBy(() -> harness.engine().checkpoint())
        .hasMessageContaining("The target refuses transactions");
    harness.fileSystem().heal();
    harness.await(
        "the sink has failed",
        () -> harness.status(TABLE_SINK).state() == EngineStatus.State.FAILED);
    harness.engine().checkpoint();
    awaitRows(2_000);
    harness.close();
  }

  @Test
  void aSinkThatCouldNotCommitIsTriedAgainThoughNothingNewComes() {
    harness = new EngineHarness(directory).checkpointInterval(Duration.ofMillis(20)).open();
    harness.create(
        TestPlans.table(TABLE), TestPlans.sink(TABLE_SINK, TABLE, CountingSource.ROW_TYPE));
    harness.sink().failCommits(number -> number < 3);
    append(1);
    harness.await("the row is committed", () -> harness.sink().rows(TABLE_SINK).size() == 1);
    harness.close();
  }

  /** A sink that takes long to prepare must not move the checkpoint's place in the table log. */
  @Test
  void writesWhileASinkPreparesBelongToTheNextCheckpoint() throws InterruptedException {
    start(new EngineHarness(directory).stateBackend(StateBackendKind.MEMORY));
    CountDownLatch preparing = new CountDownLatch(1);
    CountDownLatch prepared = new CountDownLatch(1);
    harness
        .sink()
        .failPrepare(
            checkpoint -> {
              preparing.countDown();
              try {
                prepared.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return false;
            });
    Thread checkpoint = new Thread(() -> harness.engine().checkpoint());
    checkpoint.start();
    preparing.await();
    append(2);
    Thread reader = new Thread(() -> harness.read(TABLE));
    reader.start();
    // Its barrier is on its way once the coordinator has answered what was asked after it.
    harness.await(
        "the reader waits",
        () ->
            reader.getState() == Thread.State.WAITING
                || reader.getState() == Thread.State.TERMINATED);
    harness.engine().status();
    harness.engine().status();
    prepared.countDown();
    checkpoint.join();
    reader.join();
    harness.crash();
    harness.open();
    assertThat(harness.read(TABLE)).hasSize(2);
    harness.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifest", "file"})
  void theCheckpointBeforeADamagedOneServes(String damaged) throws IOException {
    start(new EngineHarness(directory).stateBackend(StateBackendKind.ROCKSDB));
    harness.engine().checkpoint();
    awaitRows(2_000);
    append(2);
    harness.engine().checkpoint();
    harness.crash();
    flip(damaged.equals("manifest") ? manifests().get(1) : newestFile());
    harness.open();
    // What the lost checkpoint had is read again.
    awaitRows(2_000);
    assertThat(harness.read(TABLE)).hasSize(2);
    awaitRows(3_000);
    harness.engine().checkpoint();
    assertThat(harness.sink().rows(TABLE_SINK)).as("nothing comes twice").hasSize(2);
    harness.crash();
    harness.open();
    assertThat(count()).isEqualTo(3_000);
    harness.close();
  }

  @Test
  void ifEveryCheckpointIsDamagedTheEngineSaysSo() throws IOException {
    start(new EngineHarness(directory).stateBackend(StateBackendKind.MEMORY));
    harness.engine().checkpoint();
    append(2);
    harness.engine().checkpoint();
    harness.crash();
    for (Path manifest : manifests()) {
      flip(manifest);
    }
    assertThatThrownBy(() -> harness.open())
        .isInstanceOfSatisfying(
            MillraceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED_CHECKPOINT))
        .hasMessageContaining("none is intact")
        .hasMessageContaining(manifests().get(0).getFileName().toString());
  }

  private List<Path> manifests() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("checkpoints"))) {
      return files.filter(file -> file.toString().endsWith(".manifest")).sorted().toList();
    }
  }

  /** A file that only the newest checkpoint has. */
  private Path newestFile() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(directory.resolve("checkpoints").resolve("files"))) {
      all.filter(file -> file.toString().contains("-changes-")).forEach(files::add);
    }
    String older = Files.readString(manifests().get(0));
    files.removeIf(file -> older.contains(file.getFileName().toString()));
    return files.stream().max(Comparator.naturalOrder()).orElseThrow();
  }

  private static void flip(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }
}
