package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FaultyFileSystem.Operation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Crashes an engine at random moments, again and again, goes on with as many or other workers, and
 * compares what is there at the end with what would be there without any crash. {@code
 * -Dmillrace.crash.seed} and {@code -Dmillrace.crash.runs} choose other runs.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class CrashRecoveryTest {
  private static final long SOURCE = 1;
  private static final long TABLE = 2;
  private static final long BY_KEY = 3;
  private static final long UNION = 4;
  private static final long CHAINED = 5;
  private static final long TOTAL = 6;
  private static final long UNION_SINK = 7;
  private static final long BY_KEY_SINK = 8;
  private static final long SOURCE_SINK = 9;

  private static final int SPLITS = 3;
  private static final long ROWS = 30_000;
  private static final long KEYS = 97;
  private static final int CRASHES = 6;
  private static final int MOST_ACTIONS = 30;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path directory;

  /** Where a crash is aimed at. */
  private enum Aim {
    ANY_MOMENT,
    CHECKPOINT,
    LOG,
    COMMIT
  }

  private final List<String> history = new ArrayList<>();
  private Random random;
  private EngineHarness harness;
  private long limit;
  private long nextRow;

  /** Rows of the table whose append has returned, and those of which nobody knows. */
  private final Set<List<Object>> acknowledged = new HashSet<>();

  private final Set<List<Object>> unknown = new HashSet<>();

  static LongStream seeds() {
    long first = Long.getLong("millrace.crash.seed", 1);
    return LongStream.range(first, first + Integer.getInteger("millrace.crash.runs", 6));
  }

  @AfterEach
  void end() {
    if (harness.engine() != null) {
      harness.engine().abort();
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void whatIsThereAfterCrashesIsWhatWouldBeThereWithoutThem(long seed) {
    random = new Random(seed);
    int workers = 1 + random.nextInt(3);
    StateBackendKind backend =
        random.nextBoolean() ? StateBackendKind.ROCKSDB : StateBackendKind.MEMORY;
    history.add("seed " + seed + ", " + workers + " workers, " + backend);
    harness =
        new EngineHarness(directory)
            .workers(workers)
            .stateBackend(backend)
            .epochInterval(Duration.ofMillis(1 + random.nextInt(10)))
            .checkpointInterval(Duration.ofMillis(random.nextBoolean() ? 0 : 15))
            .open();
    harness.source().limit.set(0);
    harness.create(
        TestPlans.source(SOURCE, SPLITS, ROWS, KEYS),
        TestPlans.table(TABLE),
        TestPlans.countAndSum(BY_KEY, SOURCE, true),
        TestPlans.copy(UNION, List.of(SOURCE, TABLE), false),
        TestPlans.countAndSum(CHAINED, UNION, false),
        TestPlans.total(TOTAL, BY_KEY, false),
        TestPlans.sink(UNION_SINK, UNION, CountingSource.ROW_TYPE),
        TestPlans.sink(BY_KEY_SINK, BY_KEY, TestPlans.COUNT_AND_SUM),
        TestPlans.sink(SOURCE_SINK, SOURCE, CountingSource.ROW_TYPE));
    for (int crash = 0; crash < CRASHES; crash++) {
      Aim aim = Aim.values()[random.nextInt(Aim.values().length)];
      runUntilCrash(aim);
      if (random.nextBoolean()) {
        workers = 1 + random.nextInt(4);
        harness.workers(workers);
      }
      history.add("crash at " + aim + ", then " + workers + " workers");
      reopen();
    }
    finish();
  }

  private void runUntilCrash(Aim aim) {
    CrashPoint point = point(aim);
    harness.fileSystem().setFault(point);
    int actions = 1 + random.nextInt(MOST_ACTIONS);
    // An aimed crash is waited for a little longer than the actions take, but not for ever.
    for (int i = 0; i < (aim == Aim.ANY_MOMENT ? actions : 10 * MOST_ACTIONS); i++) {
      if (point.hasStruck()) {
        break;
      }
      act(i);
    }
    if (aim == Aim.COMMIT) {
      harness.sink().failCommits(number -> false);
    }
    harness.crash();
    harness.fileSystem().heal();
  }

  private CrashPoint point(Aim aim) {
    return switch (aim) {
      case ANY_MOMENT -> CrashPoint.whenTold();
      case CHECKPOINT ->
          new CrashPoint(
              (operation, file) -> file.toString().contains("checkpoints"), 1 + random.nextInt(60));
      case LOG ->
          new CrashPoint(
              (operation, file) -> operation == Operation.WRITE && file.toString().contains("log"),
              1 + random.nextInt(20));
      case COMMIT -> {
        // Some transactions of a checkpoint that is complete are committed, and then the end comes.
        CrashPoint atEnd = CrashPoint.whenTold();
        int number = random.nextInt(12);
        AtomicInteger seen = new AtomicInteger();
        harness
            .sink()
            .failCommits(
                commit -> {
                  if (seen.getAndIncrement() == number) {
                    atEnd.strike();
                  }
                  return atEnd.hasStruck();
                });
        yield atEnd;
      }
    };
  }

  private void act(int number) {
    switch (number % 6) {
      case 0 -> append();
      case 1 -> {
        limit += random.nextInt(400);
        harness.source().limit.set(limit);
      }
      case 2 -> {
        if (random.nextInt(3) == 0) {
          tryTo(() -> harness.engine().checkpoint());
        }
      }
      case 3 -> tryTo(this::readPrefix);
      default -> append();
    }
  }

  private void append() {
    List<Object[]> rows = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      rows.add(new Object[] {nextRow % KEYS + KEYS * nextRow, nextRow});
      nextRow++;
    }
    long[] weights = new long[count];
    java.util.Arrays.fill(weights, 1);
    boolean done = tryTo(() -> harness.engine().append(TABLE, rows, weights));
    rows.forEach(row -> (done ? acknowledged : unknown).add(List.of(row)));
  }

  /** Reads views that must agree, whatever happens meanwhile. */
  private void readPrefix() {
    List<List<List<Object>>> read = harness.readAll(BY_KEY, TOTAL, UNION, CHAINED, TABLE);
    assertThat(read.get(1).get(0).get(1)).isEqualTo(sum(read.get(0), 1));
    assertThat((long) read.get(2).size())
        .isEqualTo(zeroIfNull(sum(read.get(0), 1)) + read.get(4).size());
    assertThat(read.get(3)).containsExactlyInAnyOrderElementsOf(grouped(read.get(2)));
    assertThat(read.get(4)).as("the table before, %s", history).containsAll(acknowledged);
  }

  private boolean tryTo(Runnable action) {
    try {
      action.run();
      return true;
    } catch (MillraceException e) { // the machine is dead
      return false;
    }
  }

  private void reopen() {
    harness.open();
    List<List<Object>> rows = harness.read(TABLE);
    assertThat(rows).as("the table, %s", history).doesNotHaveDuplicates();
    assertThat(rows).as("the table, %s", history).containsAll(acknowledged);
    rows.forEach(
        row ->
            assertThat(acknowledged.contains(row) || unknown.contains(row))
                .as("%s was written", row)
                .isTrue());
    acknowledged.addAll(rows);
    unknown.clear();
  }

  private void finish() {
    harness.source().limit.set(Long.MAX_VALUE);
    harness.engine().awaitBoundedSources();
    List<List<Object>> source = new ArrayList<>();
    for (long row = 0; row < ROWS; row++) {
      for (int split = 0; split < SPLITS; split++) {
        source.add(List.of(CountingSource.key(row, KEYS), row));
      }
    }
    List<List<Object>> union = new ArrayList<>(source);
    union.addAll(acknowledged);
    List<List<List<Object>>> read = harness.readAll(BY_KEY, UNION, CHAINED, TOTAL);
    same("by key, " + history, read.get(0), grouped(source));
    same("union, " + history, read.get(1), union);
    same("chained, " + history, read.get(2), grouped(union));
    harness.engine().checkpoint();
    same("sink of by key, " + history, committed(BY_KEY_SINK), grouped(source));
    same("sink of union, " + history, committed(UNION_SINK), union);
    same("sink of source, " + history, committed(SOURCE_SINK), source);
    harness.close();
  }

  private static void same(
      String what, List<List<Object>> actual, List<? extends List<?>> expected) {
    assertThat(counted(actual)).as(what).isEqualTo(counted(expected));
  }

  private static Map<List<?>, Long> counted(List<? extends List<?>> rows) {
    Map<List<?>, Long> counts = new HashMap<>();
    rows.forEach(row -> counts.merge(row, 1L, Long::sum));
    return counts;
  }

  private List<List<Object>> committed(long sink) {
    List<List<Object>> rows = new ArrayList<>();
    harness
        .sink()
        .content(sink)
        .forEach(
            (row, count) -> {
              assertThat(count).as("how often %s is there", row).isPositive();
              for (long i = 0; i < count; i++) {
                rows.add(row);
              }
            });
    return rows;
  }

  /** SELECT k, COUNT(*), SUM(v) GROUP BY k. */
  private static List<List<Object>> grouped(List<List<Object>> rows) {
    Map<Object, long[]> groups = new HashMap<>();
    for (List<Object> row : rows) {
      long[] group = groups.computeIfAbsent(row.get(0), k -> new long[2]);
      group[0]++;
      group[1] += (Long) row.get(1);
    }
    List<List<Object>> result = new ArrayList<>();
    groups.forEach((key, group) -> result.add(List.of(key, group[0], group[1])));
    return result;
  }

  private static Object sum(List<List<Object>> rows, int column) {
    return rows.isEmpty()
        ? null
        : (Object) rows.stream().mapToLong(row -> (Long) row.get(column)).sum();
  }

  private static long zeroIfNull(Object value) {
    return value == null ? 0 : (Long) value;
  }
}
