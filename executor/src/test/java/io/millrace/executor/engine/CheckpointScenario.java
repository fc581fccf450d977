package io.millrace.executor.engine;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A source that is counted by key, and a table that a sink puts out, to take checkpoints of. */
abstract class CheckpointScenario {
  static final long SOURCE = 1;
  static final long TABLE = 2;
  static final long BY_KEY = 3;
  static final long TABLE_SINK = 4;
  static final long ROWS = 5_000;
  static final long KEYS = 50;

  @TempDir Path directory;

  EngineHarness harness;

  @AfterEach
  void end() {
    harness.fileSystem().heal();
    if (harness.engine() != null) {
      harness.engine().abort();
    }
  }

  /** Opens an engine; a thousand rows of the source are counted, and one is in the table. */
  final void start(EngineHarness configured) {
    harness = configured.open();
    harness.source().limit.set(1_000);
    harness.create(
        TestPlans.source(SOURCE, 1, ROWS, KEYS),
        TestPlans.table(TABLE),
        TestPlans.countAndSum(BY_KEY, SOURCE, true),
        TestPlans.sink(TABLE_SINK, TABLE, CountingSource.ROW_TYPE));
    awaitRows(1_000);
    append(1);
  }

  final void append(long key) {
    harness.engine().append(TABLE, List.<Object[]>of(new Object[] {key, key}), new long[] {1});
  }

  final void awaitRows(long rows) {
    harness.source().limit.set(rows);
    harness.await(rows + " rows are there", () -> count() == rows);
  }

  final long count() {
    return harness.read(BY_KEY).stream().mapToLong(row -> (Long) row.get(1)).sum();
  }
}
