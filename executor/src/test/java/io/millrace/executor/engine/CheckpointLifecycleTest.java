package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.time.Clock;
import io.millrace.executor.filesystem.DirectoryTree;
import io.millrace.executor.filesystem.FaultyFileSystem;
import io.millrace.executor.filesystem.FaultyFileSystem.Operation;
import io.millrace.executor.filesystem.LocalFileSystem;
import io.millrace.executor.status.EngineStatus;
import io.millrace.executor.status.EngineStatus.State;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong with checkpoints is shown, loses nothing, and is over when its cause is gone. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class CheckpointLifecycleTest extends CheckpointScenario {
  private List<EngineStatus.Checkpoint> checkpoints() {
    return harness.engine().status().checkpoints();
  }

  private EngineStatus.Checkpoint newest() {
    return checkpoints().get(checkpoints().size() - 1);
  }

  /** A crash and a restart bring back all rows, and a sink has each once. */
  private void assertNothingIsLost(long rows, int appended) {
    harness.crash();
    harness.open();
    harness.await("all rows are there", () -> count() == rows);
    assertThat(harness.read(TABLE)).hasSize(appended);
    harness.engine().checkpoint();
    assertThat(harness.sink().rows(TABLE_SINK)).hasSize(appended);
    harness.close();
  }

  @ParameterizedTest
  @EnumSource(StateBackendKind.class)
  void aCheckpointThatIsSyncedTooSlowlyIsGivenUp(StateBackendKind backend) {
    start(
        new EngineHarness(directory)
            .stateBackend(backend)
            .faultTolerance(
                FaultTolerance.defaults().withCheckpointTimeout(Duration.ofMillis(200))));
    CountDownLatch slow = new CountDownLatch(1);
    harness
        .fileSystem()
        .setFault(
            (operation, file) -> {
              if (operation == Operation.SYNC_DIRECTORY && file.endsWith("files")) {
                await(slow);
              }
              return null;
            });
    assertThatThrownBy(() -> harness.engine().checkpoint())
        .isInstanceOfSatisfying(
            MillraceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT))
        .hasMessageContaining("longer than 200 ms")
        .hasMessageContaining("was writing its files");
    assertThat(newest().state()).isEqualTo("FAILED");
    assertThat(newest().durationMillis()).isGreaterThanOrEqualTo(200);
    awaitRows(2_000);
    append(2);
    assertThat(harness.sink().rows(TABLE_SINK)).isEmpty();
    harness.fileSystem().heal();
    slow.countDown();
    harness.engine().checkpoint();
    assertThat(newest().state()).isEqualTo("COMPLETED");
    assertThat(newest().bytesTotal()).isPositive();
    assertThat(harness.sink().rows(TABLE_SINK)).hasSize(2);
    assertNothingIsLost(2_000, 2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aCheckpointThatWaitsForASinkForTooLongIsGivenUp() {
    start(
        new EngineHarness(directory)
            .faultTolerance(
                FaultTolerance.defaults().withCheckpointTimeout(Duration.ofMillis(200))));
    CountDownLatch slow = new CountDownLatch(1);
    harness
        .sink()
        .failPrepare(
            checkpoint -> {
              await(slow);
              return false;
            });
    assertThatThrownBy(() -> harness.engine().checkpoint())
        .hasMessageContaining("longer than 200 ms")
        .hasMessageContaining("sinks to prepare, at the workers [");
    slow.countDown();
    harness.engine().checkpoint();
    assertNothingIsLost(1_000, 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        FaultyFileSystem.DISK_FULL,
        "Permission denied",
        "Input/output error",
        "Stale file handle"
      })
  void afterTooManyFailuresNothingComesInUntilOneSucceeds(String cause) {
    start(
        new EngineHarness(directory)
            .checkpointInterval(Duration.ofMillis(20))
            .faultTolerance(FaultTolerance.defaults().withTolerableFailedCheckpoints(2)));
    harness
        .fileSystem()
        .setFault(
            (operation, file) ->
                operation == Operation.CREATE && file.toString().contains("checkpoints")
                    ? cause
                    : null);
    append(2);
    harness.await("rows are held off", () -> harness.status(SOURCE).state() == State.SUSPENDED);
    assertThat(harness.status(TABLE).state()).isEqualTo(State.SUSPENDED);
    assertThat(harness.status(BY_KEY).state()).isEqualTo(State.RUNNING);
    assertThat(harness.status(SOURCE).lastError())
        .contains("more than 2 in a row have failed (tolerable-failed-checkpoints)")
        .contains(cause.equals(FaultyFileSystem.DISK_FULL) ? "The disk is full" : cause);
    assertThat(checkpoints().stream().filter(c -> c.state().equals("FAILED")).count())
        .isGreaterThanOrEqualTo(3);
    assertThatThrownBy(() -> append(3))
        .isInstanceOfSatisfying(
            MillraceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PIPELINE_FAILED))
        .hasMessageContaining("Nothing is read or written until a checkpoint is complete");
    harness.source().limit.set(2_000);
    assertThat(count()).isEqualTo(1_000);
    // A view that is created meanwhile reads what is there, and no more.
    harness.create(TestPlans.total(5, SOURCE, true));
    assertThat(harness.read(5).get(0).get(0)).isEqualTo(1_000L);
    harness.fileSystem().heal();
    harness.await("all goes on", () -> count() == 2_000);
    assertThat(harness.status(SOURCE).state()).isEqualTo(State.RUNNING);
    append(3);
    assertNothingIsLost(2_000, 3);
  }

  @ParameterizedTest
  @EnumSource(StateBackendKind.class)
  void aDirectoryThatIsGoneIsMadeAndFilledAnew(StateBackendKind backend) throws IOException {
    start(new EngineHarness(directory).stateBackend(backend));
    harness.engine().checkpoint();
    awaitRows(2_000);
    harness.engine().checkpoint();
    DirectoryTree.delete(new LocalFileSystem(), directory.resolve("checkpoints"));
    append(2);
    harness.engine().checkpoint();
    assertThat(newest().state()).isEqualTo("COMPLETED");
    assertNothingIsLost(2_000, 2);
  }

  @Test
  void aWallClockThatGoesBackChangesNothing() {
    AtomicLong time = new AtomicLong(1_800_000_000_000L);
    start(
        new EngineHarness(directory)
            .clock(
                new Clock() {
                  @Override
                  public long currentTimeMillis() {
                    return time.addAndGet(-3_600_000);
                  }

                  @Override
                  public long nanoTime() {
                    return System.nanoTime();
                  }
                }));
    long first = harness.engine().checkpoint();
    awaitRows(2_000);
    append(2);
    assertThat(harness.engine().checkpoint()).isGreaterThan(first);
    assertThat(newest().durationMillis()).isNotNegative();
    assertNothingIsLost(2_000, 2);
  }

  @Test
  void betweenTwoCheckpointsThereIsThePause() {
    start(
        new EngineHarness(directory)
            .checkpointInterval(Duration.ofMillis(1))
            .faultTolerance(FaultTolerance.defaults().withCheckpointMinPause(Duration.ofDays(1))));
    long first = harness.engine().checkpoint();
    awaitRows(2_000);
    awaitRows(3_000);
    assertThat(newest().id()).isEqualTo(first);
    assertThat(harness.engine().checkpoint()).isEqualTo(first + 1);
    assertNothingIsLost(3_000, 1);
  }
}
