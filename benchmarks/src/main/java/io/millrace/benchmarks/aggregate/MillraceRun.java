package io.millrace.benchmarks.aggregate;

import io.millrace.benchmarks.process.EmbeddedMillrace;
import io.millrace.benchmarks.process.JavaProcess;
import io.millrace.benchmarks.process.Measurement;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * The aggregation as a materialized view of an embedded database: RocksDB, exactly-once checkpoints
 * every second. The measured time ends when a reader sees every row.
 */
public final class MillraceRun {
  private MillraceRun() {}

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
      millrace.execute(
          "CREATE SOURCE src (k BIGINT NOT NULL, v BIGINT NOT NULL) WITH ('connector' = 'datagen',"
              + " 'seed' = '%d', 'splits' = '%d', 'number-of-rows' = '%d', 'fields.k.min' = '0',"
                  .formatted(GeneratedKeys.SEED, workers, rows)
              + " 'fields.k.max' = '%d', 'fields.v.min' = '0', 'fields.v.max' = '%d')"
                  .formatted(keys - 1, GeneratedKeys.VALUES - 1));
      long start = System.nanoTime();
      millrace.execute(
          "CREATE MATERIALIZED VIEW answers AS"
              + " SELECT k, COUNT(*) AS n, SUM(v) AS total, MAX(v) AS top FROM src GROUP BY k");
      millrace.awaitFinished(1);
      long nanos = System.nanoTime() - start;
      check(millrace, rows);
      return Measurement.of("millrace", rows, nanos);
    }
  }

  private static void check(EmbeddedMillrace millrace, long rows) throws SQLException {
    long held = millrace.number("SELECT SUM(n) FROM answers");
    if (held != rows) {
      throw new IllegalStateException("The view holds " + held + " of " + rows + " rows");
    }
  }
}
