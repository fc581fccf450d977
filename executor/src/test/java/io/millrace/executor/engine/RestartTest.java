package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.executor.coordinator.RestartStrategy;
import io.millrace.executor.status.EngineStatus.State;
import io.millrace.executor.subscription.Subscription;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What fails is tried again; meanwhile and afterwards everything else is as if nothing were. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class RestartTest {
  private static final long SOURCE = 1;
  private static final long TABLE = 2;
  private static final long BY_KEY = 3;
  private static final long CHAINED = 4;
  private static final long OTHER = 5;
  private static final long SINK = 6;
  private static final long ROWS = 4_000;
  private static final long KEYS = 20;
  private static final RestartStrategy OFTEN =
      RestartStrategy.fixedDelay(Duration.ofMillis(20), 1_000_000);

  @TempDir Path directory;

  private final FailingOperators operators = new FailingOperators();
  private EngineHarness harness;
  private long appended;

  private void start(EngineHarness configured) {
    harness = configured.translator(operators.translator()).open();
    harness.source().limit.set(1_000);
    harness.create(
        TestPlans.source(SOURCE, 2, ROWS, KEYS),
        TestPlans.table(TABLE),
        TestPlans.countAndSum(BY_KEY, SOURCE, true),
        TestPlans.total(CHAINED, BY_KEY, false),
        TestPlans.total(OTHER, SOURCE, true));
    harness.await("all rows are there", () -> count(BY_KEY) == 2_000);
    assertTableGoesOn();
  }

  @AfterEach
  void end() {
    if (harness.engine() != null) {
      harness.engine().abort();
    }
  }

  private long count(long view) {
    return harness.read(view).stream().mapToLong(row -> (Long) row.get(1)).sum();
  }

  private void assertTableGoesOn() {
    harness
        .engine()
        .append(TABLE, List.<Object[]>of(new Object[] {appended, appended}), new long[] {1});
    appended++;
    assertThat(harness.read(TABLE)).hasSize((int) appended);
  }

  private void awaitState(long relation, State state) {
    harness.await(relation + " is " + state, () -> harness.status(relation).state() == state);
  }

  /** The views hold all rows, also after a crash. */
  private void assertAllIsRight() {
    harness.source().limit.set(Long.MAX_VALUE);
    harness.await("all rows are there", () -> other() == 2 * ROWS);
    assertViewsAreRight();
    harness.engine().checkpoint();
    harness.crash();
    harness.open();
    harness.engine().awaitBoundedSources();
    assertThat(other()).isEqualTo(2 * ROWS);
    assertViewsAreRight();
    harness.close();
  }

  private void assertViewsAreRight() {
    List<List<List<Object>>> all = harness.readAll(BY_KEY, CHAINED);
    assertThat(all.get(0)).hasSize((int) KEYS);
    assertThat(all.get(0).stream().mapToLong(row -> (Long) row.get(1)).sum()).isEqualTo(2 * ROWS);
    assertThat(all.get(0).stream().mapToLong(row -> (Long) row.get(2)).sum())
        .isEqualTo(ROWS * (ROWS - 1));
    assertThat(all.get(1)).containsExactly(List.of(KEYS, 2 * ROWS));
    for (long relation : new long[] {SOURCE, BY_KEY, CHAINED, OTHER}) {
      assertThat(harness.status(relation).state()).isEqualTo(State.FINISHED);
      assertThat(harness.status(relation).lastError()).isNull();
    }
  }

  private long other() {
    return (Long) harness.read(OTHER).get(0).get(0);
  }

  @ParameterizedTest
  @EnumSource(StateBackendKind.class)
  void aSourceGoesOnWhereItStopped(StateBackendKind backend) {
    start(new EngineHarness(directory).restarts(OFTEN).stateBackend(backend));
    harness.create(TestPlans.sink(SINK, BY_KEY, TestPlans.COUNT_AND_SUM));
    harness.engine().checkpoint();
    Subscription subscription = harness.engine().subscribe(CHAINED, false);
    harness.source().failAt.set(1_500);
    harness.source().limit.set(Long.MAX_VALUE);
    harness.await("it was tried", () -> harness.status(SOURCE).restarts() >= 2);
    awaitState(SOURCE, State.RESTARTING);
    assertThat(harness.status(SOURCE).lastError()).contains("Row 1500 of split-");
    assertThat(harness.status(BY_KEY).state()).isEqualTo(State.RESTARTING);
    assertThat(harness.status(CHAINED).lastError()).contains("Row 1500 of split-");
    assertThat(count(BY_KEY)).isLessThanOrEqualTo(3_000);
    assertTableGoesOn();
    // Checkpoints meanwhile hold the place where it stopped.
    harness.engine().checkpoint();
    harness.source().failAt.set(Long.MAX_VALUE);
    harness.await("all rows are there", () -> other() == 2 * ROWS);
    assertThat(harness.status(SOURCE).restarts()).isPositive();
    subscription.close();
    assertAllIsRight();
    assertThat(harness.sink().content(SINK)).hasSize((int) KEYS);
    assertThat(harness.sink().content(SINK).values()).containsOnly(1L);
  }

  @Test
  void aSourceThatKeepsFailingStaysFailedInTheEnd() {
    start(
        new EngineHarness(directory).restarts(RestartStrategy.fixedDelay(Duration.ofMillis(1), 3)));
    harness.source().failAt.set(1_500);
    harness.source().limit.set(Long.MAX_VALUE);
    awaitState(SOURCE, State.FAILED);
    assertThat(harness.status(SOURCE).restarts()).isEqualTo(3);
    awaitState(CHAINED, State.FAILED);
    assertThat(count(BY_KEY)).isLessThanOrEqualTo(3_000);
    assertTableGoesOn();
    harness.source().failAt.set(Long.MAX_VALUE);
    harness.crash();
    harness.open();
    assertAllIsRight();
  }

  @ParameterizedTest
  @EnumSource(StateBackendKind.class)
  void aViewIsMadeAnewWithItsReaders(StateBackendKind backend) {
    start(
        new EngineHarness(directory)
            .restarts(OFTEN)
            .stateBackend(backend)
            .checkpointInterval(Duration.ofMillis(5)));
    Subscription subscription = harness.engine().subscribe(CHAINED, false);
    operators.fail(BY_KEY);
    harness.source().limit.set(2_000);
    harness.await("it was tried", () -> harness.status(BY_KEY).restarts() >= 2);
    harness.await("the other view goes on", () -> other() == 4_000);
    assertThatThrownBy(
            () -> {
              while (true) {
                subscription.next(Duration.ofSeconds(1));
              }
            })
        .hasMessageContaining("is broken");
    subscription.close();
    assertTableGoesOn();
    assertThat(harness.status(OTHER).state()).isEqualTo(State.RUNNING);
    operators.heal();
    harness.await("it is there again", () -> harness.status(CHAINED).state() == State.RUNNING);
    assertThat(count(BY_KEY)).isEqualTo(4_000);
    assertAllIsRight();
  }

  @Test
  void theLastOfAChainIsMadeAnewAlone() {
    start(new EngineHarness(directory).restarts(OFTEN));
    operators.fail(CHAINED);
    harness.source().limit.set(2_000);
    harness.await("it was tried", () -> harness.status(CHAINED).restarts() >= 1);
    assertThat(count(BY_KEY)).isLessThanOrEqualTo(4_000);
    assertThat(harness.status(BY_KEY).state()).isEqualTo(State.RUNNING);
    operators.heal();
    harness.await("it is there again", () -> harness.status(CHAINED).state() == State.RUNNING);
    assertAllIsRight();
  }

  @Test
  void aViewThatIsTriedAgainCanBeDropped() {
    start(new EngineHarness(directory).restarts(OFTEN));
    operators.fail(CHAINED);
    harness.source().limit.set(2_000);
    harness.await("it was tried", () -> harness.status(CHAINED).restarts() >= 1);
    harness.drop(CHAINED);
    operators.heal();
    harness.create(TestPlans.total(CHAINED, BY_KEY, false));
    assertAllIsRight();
  }
}
