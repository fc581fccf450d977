package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.DeliveryGuarantee;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same crash with each guarantee, of the engine and of a sink. */
final class DeliveryGuaranteeTest {
  private static final long SOURCE = 1;
  private static final long TABLE = 2;
  private static final long BY_KEY = 3;
  private static final long EXACTLY = 4;
  private static final long AT_LEAST = 5;
  private static final long AT_MOST = 6;
  private static final long SINK = 7;
  private static final int SPLITS = 2;
  private static final long KEYS = 7;

  @TempDir Path directory;

  private EngineHarness harness;

  @AfterEach
  void end() {
    if (harness.engine() != null) {
      harness.engine().abort();
    }
  }

  private EngineHarness harness(DeliveryGuarantee guarantee) {
    harness =
        new EngineHarness(directory)
            .faultTolerance(FaultTolerance.defaults().withGuarantee(guarantee));
    return harness;
  }

  private static RelationSpec.Sink sink(long id, DeliveryGuarantee guarantee) {
    RelationSpec.Sink sink = TestPlans.sink(id, SOURCE, CountingSource.ROW_TYPE);
    Map<String, String> options = new HashMap<>(sink.options());
    options.put(DeliveryGuarantee.OF_SINK.name(), guarantee.spelled());
    return new RelationSpec.Sink(id, sink.name(), sink.rowType(), sink.plan(), options);
  }

  private long count() {
    return harness.read(BY_KEY).stream().mapToLong(row -> (Long) row.get(1)).sum();
  }

  private void awaitCount(long rows) {
    harness.await(rows + " rows are counted", () -> count() >= rows);
  }

  /** Lets so many rows of each split be read, and waits until they are counted. */
  private void readUpTo(long limit) {
    harness.source().limit.set(limit);
    awaitCount(SPLITS * limit);
  }

  @Test
  void oneCrashShowsEachSinksGuarantee() {
    harness(DeliveryGuarantee.EXACTLY_ONCE).open();
    harness.source().limit.set(0);
    harness.create(
        TestPlans.source(SOURCE, SPLITS, 0, KEYS),
        TestPlans.countAndSum(BY_KEY, SOURCE, true),
        sink(EXACTLY, DeliveryGuarantee.EXACTLY_ONCE),
        sink(AT_LEAST, DeliveryGuarantee.AT_LEAST_ONCE),
        sink(AT_MOST, DeliveryGuarantee.AT_MOST_ONCE));
    readUpTo(1_000);
    harness.engine().checkpoint();
    assertThat(written(EXACTLY)).isEqualTo(2_000);
    assertThat(written(AT_LEAST)).isEqualTo(2_000);
    assertThat(written(AT_MOST)).isEqualTo(2_000);

    readUpTo(1_500);
    harness.await("rows are written before a checkpoint", () -> written(AT_LEAST) == 3_000);
    assertThat(written(EXACTLY)).isEqualTo(2_000);
    harness.sink().failCommit(true); // as if the end came between the manifest and the commit
    harness.engine().checkpoint();
    harness.sink().failCommit(false);

    readUpTo(1_800);
    harness.await("rows are written before a checkpoint", () -> written(AT_LEAST) == 3_600);
    harness.crash();
    harness.open();
    assertThat(written(EXACTLY)).as("committed again at the start").isEqualTo(3_000);
    harness.source().limit.set(2_000);
    awaitCount(4_000);
    harness.close();

    assertThat(written(EXACTLY)).isEqualTo(4_000);
    assertThat(written(AT_LEAST)).as("300 rows of each split twice").isEqualTo(4_600);
    assertThat(written(AT_MOST)).as("without 500 rows of each split").isEqualTo(3_000);
    // Both splits have the same rows.
    assertThat(harness.sink().content(EXACTLY)).hasSize(2_000);
    assertThat(harness.sink().content(EXACTLY).values()).containsOnly(2L);
    assertThat(harness.sink().content(AT_LEAST)).hasSize(2_000);
    assertThat(harness.sink().content(AT_LEAST).values()).containsOnly(2L, 4L);
    assertThat(harness.sink().content(AT_MOST)).hasSize(1_500);
    assertThat(harness.sink().content(AT_MOST).values()).containsOnly(2L);
  }

  private long written(long sink) {
    return harness.sink().rows(sink).size();
  }

  @ParameterizedTest
  @EnumSource
  void oneCrashShowsTheEnginesGuarantee(DeliveryGuarantee guarantee) {
    harness(guarantee).open();
    harness.source().limit.set(0);
    harness.create(
        TestPlans.source(SOURCE, SPLITS, 0, KEYS),
        TestPlans.table(TABLE),
        TestPlans.countAndSum(BY_KEY, SOURCE, true),
        TestPlans.sink(SINK, SOURCE, CountingSource.ROW_TYPE));
    readUpTo(1_000);
    harness.engine().checkpoint();
    append(1);
    readUpTo(1_500);
    assertThat(count()).isEqualTo(3_000);
    if (guarantee == DeliveryGuarantee.AT_LEAST_ONCE) {
      harness.await("rows are written before a checkpoint", () -> written(SINK) == 3_000);
    }
    harness.crash();
    harness.open();
    append(2);
    switch (guarantee) {
      case EXACTLY_ONCE, AT_LEAST_ONCE -> {
        harness.source().limit.set(2_000);
        awaitCount(4_000);
      }
      case AT_MOST_ONCE -> {
        assertThat(count()).as("of the checkpoint").isEqualTo(2_000);
        harness.source().limit.set(2_000);
        awaitCount(3_000);
      }
    }
    long counted = count();
    assertThat(harness.read(TABLE)).containsExactlyInAnyOrder(List.of(1L, 1L), List.of(2L, 2L));
    harness.close();
    switch (guarantee) {
      case EXACTLY_ONCE -> {
        assertThat(counted).isEqualTo(4_000);
        assertThat(written(SINK)).isEqualTo(4_000);
      }
      case AT_LEAST_ONCE -> {
        assertThat(counted).isGreaterThanOrEqualTo(4_000);
        assertThat(written(SINK)).as("500 rows of each split twice").isEqualTo(5_000);
      }
      case AT_MOST_ONCE -> {
        assertThat(counted).as("without 500 rows of each split").isEqualTo(3_000);
        assertThat(written(SINK)).isEqualTo(3_000);
      }
    }
  }

  private void append(long key) {
    harness.engine().append(TABLE, List.<Object[]>of(new Object[] {key, key}), new long[] {1});
  }

  /** Also of what sources have read while the engine was told to end. */
  @ParameterizedTest
  @EnumSource
  void anEndInOrderLosesNothing(DeliveryGuarantee guarantee) {
    long rows = 400_000;
    harness(guarantee).open();
    harness.create(
        TestPlans.source(SOURCE, SPLITS, rows, KEYS), TestPlans.countAndSum(BY_KEY, SOURCE, true));
    for (int runs = 1; runs <= 3; runs++) {
      harness.close();
      harness.open();
    }
    harness.engine().awaitBoundedSources();
    assertThat(count()).isEqualTo(SPLITS * rows);
    harness.close();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EXACTLY_ONCE")
  void aSinkCannotPromiseMoreThanItsEngine(DeliveryGuarantee guarantee) {
    harness(guarantee).open();
    harness.create(TestPlans.source(SOURCE, SPLITS, 0, KEYS));
    assertRefused(guarantee, () -> harness.create(sink(EXACTLY, DeliveryGuarantee.EXACTLY_ONCE)));
    harness.create(sink(AT_LEAST, guarantee));
    harness.close();
    harness.catalog(sink(EXACTLY, DeliveryGuarantee.EXACTLY_ONCE));
    assertRefused(guarantee, () -> harness.open());
    harness(DeliveryGuarantee.EXACTLY_ONCE)
        .catalog(
            TestPlans.source(SOURCE, SPLITS, 0, KEYS),
            sink(AT_LEAST, guarantee),
            sink(EXACTLY, DeliveryGuarantee.EXACTLY_ONCE))
        .open();
    harness.close();
  }

  private static void assertRefused(DeliveryGuarantee guarantee, Runnable attempt) {
    assertThatThrownBy(attempt::run)
        .isInstanceOfSatisfying(
            MillraceException.class,
            error -> {
              assertThat(error.code()).isEqualTo(ErrorCode.INVALID_OPTION);
              assertThat(error)
                  .hasMessageContaining(
                      "Option 'sink.delivery-guarantee' of the sink 'k4' cannot be 'exactly-once'")
                  .hasMessageContaining(guarantee.spelled());
            });
  }
}
