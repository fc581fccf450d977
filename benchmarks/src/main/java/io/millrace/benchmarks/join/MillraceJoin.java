package io.millrace.benchmarks.join;

import io.millrace.benchmarks.process.EmbeddedMillrace;
import io.millrace.benchmarks.process.JavaProcess;
import io.millrace.benchmarks.process.Measurement;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * The join as a materialized view of an embedded database: RocksDB, exactly-once checkpoints every
 * second. The measured time ends when a reader sees every pair.
 */
public final class MillraceJoin {
  private MillraceJoin() {}

  /** {@code <rows> <keys> <workers> <directory>} */
  public static void main(String[] arguments) throws Exception {
    long rows = Long.parseLong(arguments[0]);
    long keys = Long.parseLong(arguments[1]);
    int workers = Integer.parseInt(arguments[2]);
    Path directory = Path.of(arguments[3]);
    run(rows / 5, keys, workers, directory);
    JavaProcess.report(run(rows, keys, workers, directory));
  }

  private static Measurement run(long rows, long keys, int workers, Path directory)
      throws Exception {
    try (EmbeddedMillrace millrace = new EmbeddedMillrace(directory, workers)) {
      for (int side = 1; side <= 2; side++) {
        millrace.execute(
            ("CREATE SOURCE s%d (k BIGINT NOT NULL, v BIGINT NOT NULL) WITH ("
                    + "'connector' = 'datagen', 'seed' = '%d', 'splits' = '%d',"
                    + " 'number-of-rows' = '%d', 'fields.k.min' = '0', 'fields.k.max' = '%d',"
                    + " 'fields.v.min' = '0', 'fields.v.max' = '%d')")
                .formatted(side, side, workers, rows / 2, keys - 1, GeneratedRows.VALUES - 1));
      }
      long start = System.nanoTime();
      millrace.execute(
          "CREATE MATERIALIZED VIEW answers AS SELECT COUNT(*) AS n, SUM(a.v + b.v) AS total"
              + " FROM s1 AS a JOIN s2 AS b ON a.k = b.k");
      millrace.awaitFinished(2);
      long nanos = System.nanoTime() - start;
      check(millrace, rows, keys);
      return Measurement.of("millrace", rows, nanos);
    }
  }

  private static void check(EmbeddedMillrace millrace, long rows, long keys) throws SQLException {
    GeneratedRows left = new GeneratedRows(1);
    GeneratedRows right = new GeneratedRows(2);
    int[] counts = new int[(int) keys];
    for (long row = 0; row < rows / 2; row++) {
      counts[(int) left.key(row, keys)]++;
    }
    long expected = 0;
    for (long row = 0; row < rows / 2; row++) {
      expected += counts[(int) right.key(row, keys)];
    }
    long held = millrace.number("SELECT n FROM answers");
    if (held != expected) {
      throw new IllegalStateException("The view holds " + held + " of " + expected + " pairs");
    }
  }
}
