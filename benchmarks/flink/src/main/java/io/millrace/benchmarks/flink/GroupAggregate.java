package io.millrace.benchmarks.flink;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * COUNT, SUM and MAX by key on Flink SQL: {@code GroupAggregate <rows> <keys> <parallelism>
 * <directory>}. After a run that warms up it prints one line of JSON for the measured run.
 */
public final class GroupAggregate {
  private static final int MANAGED_MEBIBYTES = 4096;

  private GroupAggregate() {}

  public static void main(String[] args) throws Exception {
    long rows = Long.parseLong(args[0]);
    long keys = Long.parseLong(args[1]);
    int parallelism = Integer.parseInt(args[2]);
    Path directory = Path.of(args[3]);
    run(rows / 5, keys, parallelism, directory);
    double seconds = run(rows, keys, parallelism, directory);
    System.out.printf(
        "{\"system\":\"flink\",\"rows\":%d,\"seconds\":%.3f,\"rowsPerSecond\":%.0f}%n",
        rows, seconds, rows / seconds);
    System.exit(0);
  }

  private static double run(long rows, long keys, int parallelism, Path directory)
      throws Exception {
    Path checkpoints = Files.createTempDirectory(directory, "flink");
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(
            StreamExecutionEnvironment.createLocalEnvironment(
                parallelism,
                ClusterSettings.of(
                    parallelism, Duration.ofSeconds(1), MANAGED_MEBIBYTES, checkpoints)));
    tables.executeSql(
        "CREATE TEMPORARY TABLE src (k BIGINT NOT NULL, v BIGINT NOT NULL) WITH ("
            + "'connector' = 'generated-rows', 'rows' = '%d', 'keys' = '%d')"
                .formatted(rows, keys));
    tables.executeSql(
        "CREATE TEMPORARY TABLE answers (k BIGINT, n BIGINT, total BIGINT, top BIGINT)"
            + " WITH ('connector' = 'blackhole')");
    long start = System.nanoTime();
    tables
        .executeSql("INSERT INTO answers SELECT k, COUNT(*), SUM(v), MAX(v) FROM src GROUP BY k")
        .await();
    return (System.nanoTime() - start) / 1e9;
  }
}
