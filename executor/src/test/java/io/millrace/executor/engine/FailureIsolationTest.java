package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.status.EngineStatus.State;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What fails stops with all that reads it, and nothing else; a restart tries it again. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class FailureIsolationTest {
  private static final long SOURCE = 1;
  private static final long TABLE = 2;
  private static final long BY_KEY = 3;
  private static final long CHAINED = 4;
  private static final long TABLE_VIEW = 5;
  private static final long SINK = 6;
  private static final long TABLE_SINK = 7;
  private static final long OTHER = 8;
  private static final long ROWS = 4_000;
  private static final long KEYS = 20;

  @TempDir Path directory;

  private final FailingOperators operators = new FailingOperators();
  private EngineHarness harness;
  private long appended;

  @BeforeEach
  void start() {
    harness = new EngineHarness(directory).translator(operators.translator()).open();
    harness.source().limit.set(1_000);
    harness.create(
        TestPlans.source(SOURCE, 1, ROWS, KEYS),
        TestPlans.table(TABLE),
        TestPlans.countAndSum(BY_KEY, SOURCE, true),
        TestPlans.total(CHAINED, BY_KEY, false),
        TestPlans.countAndSum(TABLE_VIEW, TABLE, false),
        TestPlans.sink(SINK, BY_KEY, TestPlans.COUNT_AND_SUM),
        TestPlans.sink(TABLE_SINK, TABLE, CountingSource.ROW_TYPE));
    harness.await("all rows are there", () -> count(BY_KEY) == 1_000);
    append();
  }

  @AfterEach
  void end() {
    if (harness.engine() != null) {
      harness.engine().abort();
    }
  }

  private void append() {
    harness
        .engine()
        .append(TABLE, List.<Object[]>of(new Object[] {appended, appended}), new long[] {1});
    appended++;
  }

  private long count(long view) {
    return harness.read(view).stream().mapToLong(row -> (Long) row.get(1)).sum();
  }

  private void awaitFailure(long relation, String message) {
    harness.await(relation + " has failed", () -> harness.status(relation).state() == State.FAILED);
    assertThat(harness.status(relation).lastError()).contains(message);
  }

  private void assertRunning(long... relations) {
    for (long relation : relations) {
      assertThat(harness.status(relation).state()).as("state of %s", relation).isIn(State.RUNNING);
    }
  }

  private static void assertStopped(ThrowingCallable action, String message) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            MillraceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PIPELINE_FAILED))
        .hasMessageContaining(message);
  }

  private void assertTableGoesOn() {
    append();
    assertThat(harness.read(TABLE)).hasSize((int) appended);
    assertThat(harness.read(TABLE_VIEW)).hasSize((int) appended);
    harness.engine().checkpoint();
    assertThat(harness.sink().rows(TABLE_SINK)).hasSize((int) appended);
    assertRunning(TABLE, TABLE_VIEW, TABLE_SINK);
  }

  private void assertAllComesAfterRestart() {
    harness.crash();
    harness.source().limit.set(Long.MAX_VALUE);
    harness.open();
    harness.engine().awaitBoundedSources();
    assertThat(count(BY_KEY)).isEqualTo(ROWS);
    assertThat(harness.read(CHAINED).get(0).get(1)).isEqualTo(ROWS);
    assertThat(harness.read(TABLE)).hasSize((int) appended);
    assertThat(harness.status(SOURCE).state()).isEqualTo(State.FINISHED);
    assertThat(harness.status(BY_KEY).state()).isEqualTo(State.FINISHED);
    assertThat(harness.status(SINK).state()).isEqualTo(State.FINISHED);
    assertRunning(TABLE, TABLE_VIEW, TABLE_SINK);
    harness.engine().checkpoint();
    assertThat(harness.sink().content(TABLE_SINK)).hasSize((int) appended);
    harness.close();
  }

  @Test
  void aSourceThatFailsStopsItsReadersAtTheirLastWholeEpoch() {
    harness.source().failAt.set(1_500);
    harness.source().limit.set(Long.MAX_VALUE);
    awaitFailure(SOURCE, "Row 1500 of split-0 is malformed");
    awaitFailure(BY_KEY, "which has stopped: Row 1500 of split-0 is malformed");
    awaitFailure(CHAINED, "Row 1500");
    awaitFailure(SINK, "Row 1500");
    assertThat(count(BY_KEY)).isEqualTo(1_500);
    assertTableGoesOn();
    assertThatThrownBy(() -> harness.engine().awaitBoundedSources())
        .hasMessageContaining("Row 1500");
    assertStopped(
        () -> harness.engine().create(TestPlans.countAndSum(OTHER, BY_KEY, false)), "Row 1500");
    harness.source().failAt.set(Long.MAX_VALUE);
    assertAllComesAfterRestart();
    assertThat(harness.sink().content(SINK)).hasSize((int) KEYS);
  }

  @Test
  void aSinkThatFailsStopsAlone() {
    harness.sink().failWrite(sink -> sink == SINK);
    harness.source().limit.set(2_000);
    awaitFailure(SINK, "The target refuses rows");
    harness.await("the view goes on", () -> count(BY_KEY) == 2_000);
    assertRunning(SOURCE, BY_KEY, CHAINED);
    assertTableGoesOn();
    harness.sink().failWrite(sink -> false);
    assertAllComesAfterRestart();
    assertThat(harness.sink().content(SINK)).hasSize((int) KEYS);
  }

  @Test
  void aViewThatFailsStopsWithItsReaders() {
    harness.engine().checkpoint();
    operators.fail(BY_KEY);
    harness.source().limit.set(2_000);
    awaitFailure(BY_KEY, "The operator of 3 is broken");
    awaitFailure(CHAINED, "'v3', which has stopped: 'v3' has failed");
    awaitFailure(SINK, "is broken");
    assertStopped(() -> harness.read(BY_KEY), "The operator of 3 is broken");
    assertStopped(() -> harness.read(CHAINED), "The operator of 3 is broken");
    assertStopped(() -> harness.engine().subscribe(BY_KEY, true), "The operator of 3 is broken");
    assertStopped(
        () -> harness.engine().create(TestPlans.sink(OTHER, BY_KEY, TestPlans.COUNT_AND_SUM)),
        "The operator of 3 is broken");
    assertTableGoesOn();
    // Another view over the same source is not concerned.
    harness.create(TestPlans.total(OTHER, SOURCE, true));
    harness.await("the other view has all", () -> harness.read(OTHER).get(0).get(0).equals(2_000L));
    harness.drop(OTHER);
    operators.heal();
    assertAllComesAfterRestart();
  }

  @Test
  void noSavepointIsTakenWithoutAViewThatFailed() {
    operators.fail(BY_KEY);
    harness.source().limit.set(2_000);
    awaitFailure(BY_KEY, "The operator of 3 is broken");
    assertStopped(
        () -> harness.savepoint("v0"),
        "The savepoint 'v0' was not taken, because 'v3' has failed or is being filled");
    assertThat(harness.engine().savepoints()).isEmpty();
    assertThat(harness.engine().checkpoint()).isPositive();
    operators.heal();
    assertAllComesAfterRestart();
  }

  @Test
  void aTableThatFailsLosesNothing() {
    harness.engine().checkpoint();
    append();
    operators.fail(TABLE);
    append();
    awaitFailure(TABLE, "The operator of 2 is broken");
    awaitFailure(TABLE_VIEW, "The operator of 2 is broken");
    assertStopped(() -> harness.read(TABLE), "The operator of 2 is broken");
    assertStopped(
        () ->
            harness
                .engine()
                .append(TABLE, List.<Object[]>of(new Object[] {99L, 99L}), new long[] {1}),
        "The operator of 2 is broken");
    // A checkpoint would forget the table's rows.
    assertStopped(() -> harness.engine().checkpoint(), "The table 't2' has stopped");
    harness.source().limit.set(2_000);
    harness.await("the view goes on", () -> count(BY_KEY) == 2_000);
    operators.heal();
    harness.close();
    harness.open();
    assertAllComesAfterRestart();
    assertThat(harness.sink().content(SINK)).hasSize((int) KEYS);
  }

  @Test
  void aFailedViewCanBeDroppedAndCreatedAgain() {
    operators.fail(CHAINED);
    harness.source().limit.set(2_000);
    awaitFailure(CHAINED, "The operator of 4 is broken");
    operators.heal();
    harness.drop(CHAINED);
    harness.create(TestPlans.total(CHAINED, BY_KEY, false));
    harness.await(
        "all is there again",
        () -> Long.valueOf(2_000).equals(harness.read(CHAINED).get(0).get(1)));
    harness.close();
  }
}
