package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.config.DataSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers are the same whatever the memory, the backend and the number of workers. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class StateBeyondMemoryTest {
  private static final long SOURCE = 1;
  private static final long BY_KEY = 2;
  private static final long EXTREMES = 3;
  private static final long COPY = 4;
  private static final int SPLITS = 2;

  @TempDir Path directory;

  private EngineHarness harness;

  @AfterEach
  void end() {
    if (harness.engine() != null) {
      harness.engine().abort();
    }
  }

  private void create(long rows, long keys) {
    harness.create(
        TestPlans.source(SOURCE, SPLITS, rows, keys),
        TestPlans.countAndSum(BY_KEY, SOURCE, true),
        TestPlans.extremes(EXTREMES, BY_KEY),
        TestPlans.copy(COPY, List.of(SOURCE), true));
  }

  @Test
  void stateIsKeptBeyondItsMemory() {
    long rows = 60_000;
    long keys = 40_000;
    int workers = 2;
    DataSize memory = DataSize.megabytes(8);
    // No interval: it is the shortage of memory that asks for checkpoints.
    harness =
        new EngineHarness(directory)
            .workers(workers)
            .stateBackend(StateBackendKind.ROCKSDB)
            .stateMemory(memory)
            .open();
    harness.source().limit.set(rows / 2);
    create(rows, keys);
    harness.await(
        "half is there",
        () ->
            harness.read(BY_KEY).stream().mapToLong(row -> (Long) row.get(1)).sum()
                == SPLITS * rows / 2);
    assertThat(harness.engine().status().checkpoints()).as("asked for by memory").isNotEmpty();
    harness.crash();
    harness.source().limit.set(Long.MAX_VALUE);
    harness.open();
    harness.engine().awaitBoundedSources();
    check(rows, keys);
    harness.close();
    harness.open();
    check(rows, keys);
    assertThat(harness.mostStateBytes()).isLessThan(2 * memory.bytes() / workers);
    harness.close();
  }

  @ParameterizedTest
  @CsvSource({"1, MEMORY", "2, MEMORY", "4, MEMORY", "1, ROCKSDB", "2, ROCKSDB", "4, ROCKSDB"})
  void anyNumberOfWorkersAndEitherBackendGiveTheSame(int workers, StateBackendKind backend) {
    harness = new EngineHarness(directory).workers(workers).stateBackend(backend).open();
    create(5_000, 700);
    harness.engine().awaitBoundedSources();
    check(5_000, 700);
    harness.close();
    harness.open();
    check(5_000, 700);
    harness.close();
  }

  @ParameterizedTest
  @CsvSource({"MEMORY, 256", "FILESYSTEM, 256", "ROCKSDB, 256", "ROCKSDB, 4"})
  void savepointsAreReadAndGoneBackTo(StateBackendKind backend, int megabytes) {
    long rows = 30_000;
    long keys = 20_000;
    harness =
        new EngineHarness(directory)
            .workers(2)
            .stateBackend(backend)
            .stateMemory(DataSize.megabytes(megabytes))
            .open();
    harness.source().limit.set(rows / 2);
    create(rows, keys);
    harness.await("half is there", () -> counted(harness.read(BY_KEY)) == SPLITS * rows / 2);
    List<List<Object>> saved = harness.read(BY_KEY);
    harness.savepoint("v0");
    harness.source().limit.set(Long.MAX_VALUE);
    harness.engine().awaitBoundedSources();
    harness.engine().checkpoint();

    assertThat(harness.readSavepoint("v0", BY_KEY, null))
        .containsExactlyInAnyOrderElementsOf(saved);
    List<Object> row = saved.get(saved.size() / 2);
    assertThat(harness.readSavepoint("v0", BY_KEY, List.<Object[]>of(new Object[] {row.get(0)})))
        .containsExactly(row);
    check(rows, keys);
    harness.crash();
    assertThat(directory.resolve("savepoint-reads")).doesNotExist();

    harness.source().limit.set(rows / 2);
    harness.goBackTo("v0");
    harness.open();
    assertThat(harness.read(BY_KEY)).containsExactlyInAnyOrderElementsOf(saved);
    harness.source().limit.set(Long.MAX_VALUE);
    harness.engine().awaitBoundedSources();
    check(rows, keys);
    harness.close();
  }

  private static long counted(List<List<Object>> rows) {
    return rows.stream().mapToLong(row -> (Long) row.get(1)).sum();
  }

  /** Files of RocksDB have the same names after each division, and are others. */
  @ParameterizedTest
  @CsvSource({"MEMORY, 256", "FILESYSTEM, 256", "ROCKSDB, 256", "ROCKSDB, 4"})
  void otherWorkersGoOnWithTheSame(StateBackendKind backend, int megabytes) {
    long rows = 30_000;
    long keys = 20_000;
    harness =
        new EngineHarness(directory)
            .workers(2)
            .stateBackend(backend)
            .stateMemory(DataSize.megabytes(megabytes))
            .open();
    harness.source().limit.set(0);
    create(rows, keys);
    int[] workers = {3, 1, 1, 4, 2, 2};
    for (int i = 0; i < workers.length; i++) {
      long limit = rows * (i + 1) / workers.length;
      harness.source().limit.set(limit);
      harness.await(
          limit + " rows are there",
          () ->
              harness.read(BY_KEY).stream().mapToLong(row -> (Long) row.get(1)).sum()
                  == SPLITS * limit);
      harness.engine().checkpoint();
      harness.engine().checkpoint();
      harness.crash();
      harness.workers(workers[i]).open();
    }
    harness.engine().awaitBoundedSources();
    check(rows, keys);
    harness.close();
    harness.workers(3).open();
    check(rows, keys);
    harness.close();
  }

  private void check(long rows, long keys) {
    Map<Long, long[]> groups = new HashMap<>();
    for (long row = 0; row < rows; row++) {
      long[] group = groups.computeIfAbsent(CountingSource.key(row, keys), key -> new long[2]);
      group[0] += SPLITS;
      group[1] += SPLITS * row;
    }
    Map<Long, Set<Long>> totals = new HashMap<>();
    List<List<Object>> byKey = new ArrayList<>();
    groups.forEach(
        (key, group) -> {
          byKey.add(List.of(key, group[0], group[1]));
          totals.computeIfAbsent(group[0], n -> new HashSet<>()).add(group[1]);
        });
    List<List<Object>> extremes = new ArrayList<>();
    totals.forEach(
        (n, values) ->
            extremes.add(
                List.of(
                    n,
                    values.stream().min(Long::compare).orElseThrow(),
                    values.stream().max(Long::compare).orElseThrow(),
                    (long) values.size())));
    List<List<List<Object>>> read = harness.readAll(BY_KEY, EXTREMES, COPY);
    assertThat(new HashSet<>(read.get(0))).isEqualTo(new HashSet<>(byKey));
    assertThat(read.get(0)).hasSameSizeAs(byKey);
    assertThat(read.get(1)).containsExactlyInAnyOrderElementsOf(extremes);
    assertThat(read.get(2)).hasSize((int) (SPLITS * rows));
    assertThat(new HashSet<>(read.get(2))).hasSize((int) rows);
  }
}
