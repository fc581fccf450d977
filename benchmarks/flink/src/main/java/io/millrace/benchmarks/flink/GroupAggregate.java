package io.millrace.benchmarks.flink;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.config.ExecutionConfigOptions;

/**
 * COUNT, SUM and MAX by key on Flink SQL: {@code GroupAggregate <rows> <keys> <parallelism>
 * <directory>}. After a run that warms up it prints one line of JSON for the measured run.
 */
public final class GroupAggregate {
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
                parallelism, configuration(parallelism, checkpoints)));
    tables.executeSql(
        "CREATE TEMPORARY TABLE src (k BIGINT NOT NULL, v BIGINT NOT NULL) WITH ("
            + "'connector' = 'generated-rows', 'rows' = '%d', 'keys' = '%d')"
                .formatted(rows, keys));
    tables.executeSql(
        "CREATE TEMPORARY TABLE answers (k BIGINT, n BIGINT, total BIGINT, top BIGINT)"
            + " WITH ('connector' = 'blackhole')");
    long start = System.nanoTime();
    tables
        .executeSql(
            "INSERT INTO answers SELECT k, COUNT(*), SUM(v), MAX(v) FROM src GROUP BY k")
        .await();
    return (System.nanoTime() - start) / 1e9;
  }

  private static Configuration configuration(int parallelism, Path checkpoints) {
    Configuration configuration = new Configuration();
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, parallelism);
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(4096));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(512));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(512));
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
    configuration.set(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.DELETE_ON_CANCELLATION);
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
    configuration.set(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ENABLED, true);
    configuration.set(
        ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ALLOW_LATENCY, Duration.ofSeconds(2));
    configuration.set(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_SIZE, 50_000L);
    return configuration;
  }
}
