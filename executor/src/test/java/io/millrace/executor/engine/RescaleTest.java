package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FaultyFileSystem;
import io.millrace.executor.subscription.Subscription;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An engine goes on with another number of workers while it is read and written. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class RescaleTest {
  private static final long SOURCE = 1;
  private static final long TABLE = 2;
  private static final long BY_KEY = 3;
  private static final long TOTAL = 4;
  private static final long SINK = 5;
  private static final int SPLITS = 3;
  private static final long ROWS = 20_000;
  private static final long KEYS = 97;

  @TempDir Path directory;

  private EngineHarness harness;

  @AfterEach
  void end() {
    if (harness.engine() != null) {
      harness.engine().abort();
    }
  }

  private void open(StateBackendKind backend) {
    harness = new EngineHarness(directory).workers(2).stateBackend(backend).open();
    harness.source().limit.set(0);
    harness.create(
        TestPlans.source(SOURCE, SPLITS, ROWS, KEYS),
        TestPlans.table(TABLE),
        TestPlans.countAndSum(BY_KEY, SOURCE, true),
        TestPlans.total(TOTAL, BY_KEY, false),
        TestPlans.sink(SINK, SOURCE, CountingSource.ROW_TYPE));
  }

  private void append(long row) {
    harness.engine().append(TABLE, List.<Object[]>of(new Object[] {row, row}), new long[] {1});
  }

  /** How many rows of the source the views have, and of the table. */
  private long[] counts() {
    List<List<List<Object>>> read = harness.readAll(BY_KEY, TABLE);
    return new long[] {
      read.get(0).stream().mapToLong(row -> (Long) row.get(1)).sum(), read.get(1).size()
    };
  }

  @ParameterizedTest
  @EnumSource(StateBackendKind.class)
  void readersAndWritersDoNotNotice(StateBackendKind backend) {
    open(backend);
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Long> writer =
        CompletableFuture.supplyAsync(
            () -> {
              long written = 0;
              while (!done.get()) {
                append(written++);
              }
              return written;
            });
    CompletableFuture<Void> reader =
        CompletableFuture.runAsync(
            () -> {
              long[] seen = counts();
              while (!done.get()) {
                long[] now = counts();
                assertThat(now[0])
                    .as("what was read is not taken back")
                    .isGreaterThanOrEqualTo(seen[0]);
                assertThat(now[1]).as("nor what was written").isGreaterThanOrEqualTo(seen[1]);
                seen = now;
              }
            });
    int[] workers = {3, 1, 4, 2};
    for (int i = 0; i < workers.length; i++) {
      long limit = ROWS * (i + 1) / workers.length;
      harness.source().limit.set(limit);
      harness.rescale(workers[i]);
      assertThat(harness.engine().config().workers()).isEqualTo(workers[i]);
      harness.await("rows are read", () -> counts()[0] > SPLITS * limit / 2);
    }
    done.set(true);
    reader.join();
    long written = writer.join();
    harness.source().limit.set(Long.MAX_VALUE);
    harness.engine().awaitBoundedSources();
    assertThat(counts()).containsExactly(SPLITS * ROWS, written);
    harness.engine().checkpoint();
    assertThat(harness.sink().content(SINK).values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(SPLITS * ROWS);
    harness.close();
  }

  @Test
  void whatWaitsIsAnsweredByTheNewWorkersAndSubscriptionsEnd() {
    open(StateBackendKind.MEMORY);
    CompletableFuture<Void> ended =
        CompletableFuture.runAsync(() -> harness.engine().awaitBoundedSources());
    Subscription subscription = harness.engine().subscribe(BY_KEY, true);
    harness.rescale(3);
    MillraceException over =
        catchThrowableOfType(
            MillraceException.class,
            () -> {
              while (true) {
                subscription.next(Duration.ofSeconds(10));
              }
            });
    assertThat(over.code()).isEqualTo(ErrorCode.WORKERS_CHANGED);
    assertThat(ended).isNotDone();
    harness.source().limit.set(Long.MAX_VALUE);
    ended.join();
    assertThat(counts()[0]).isEqualTo(SPLITS * ROWS);
    harness.close();
  }

  @Test
  void withoutACheckpointNothingChanges() {
    open(StateBackendKind.FILESYSTEM);
    append(1);
    fail("checkpoints");
    MillraceException refused =
        catchThrowableOfType(MillraceException.class, () -> harness.rescale(3));
    assertThat(refused.code()).isEqualTo(ErrorCode.DISK_FULL);
    harness.fileSystem().heal();
    assertThat(harness.engine().config().workers()).isEqualTo(2);
    append(2);
    assertThat(counts()[1]).isEqualTo(2);
    harness.rescale(3);
    assertThat(counts()[1]).isEqualTo(2);
    harness.close();
  }

  @Test
  void theOldWorkersGoOnWhenTheNewOnesCannotBegin() {
    open(StateBackendKind.FILESYSTEM);
    append(1);
    harness
        .fileSystem()
        .setFault(
            (operation, file) ->
                file.endsWith("changes-divided") ? FaultyFileSystem.DISK_FULL : null);
    MillraceException refused =
        catchThrowableOfType(MillraceException.class, () -> harness.rescale(3));
    assertThat(refused.code()).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(harness.engine().config().workers()).isEqualTo(2);
    append(2);
    assertThat(counts()[1]).isEqualTo(2);
    harness.fileSystem().heal();
    harness.rescale(3);
    assertThat(counts()[1]).isEqualTo(2);
    harness.close();
  }

  private void fail(String part) {
    harness
        .fileSystem()
        .setFault(
            (operation, file) ->
                file.toString().contains(part) ? FaultyFileSystem.DISK_FULL : null);
  }
}
