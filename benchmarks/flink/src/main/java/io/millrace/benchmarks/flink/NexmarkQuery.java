package io.millrace.benchmarks.flink;

import io.millrace.benchmarks.nexmark.run.ProcessUsage;
import io.millrace.benchmarks.nexmark.run.RunResult;
import io.millrace.benchmarks.nexmark.run.RunSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.util.stats.StatsSummarySnapshot;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** One query of Nexmark on Flink SQL; prints its result as a line of JSON. */
public final class NexmarkQuery {
  private static final Map<String, String> COLUMNS =
      Map.of(
          "person",
          "id BIGINT, name VARCHAR, email_address VARCHAR, credit_card VARCHAR, city VARCHAR,"
              + " state VARCHAR, date_time TIMESTAMP(3), extra VARCHAR",
          "auction",
          "id BIGINT, item_name VARCHAR, description VARCHAR, initial_bid BIGINT, reserve BIGINT,"
              + " date_time TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT,"
              + " extra VARCHAR",
          "bid",
          "auction BIGINT, bidder BIGINT, price BIGINT, channel VARCHAR, url VARCHAR,"
              + " date_time TIMESTAMP(3), extra VARCHAR");

  private NexmarkQuery() {}

  /** {@code <file of settings>} */
  public static void main(String[] arguments) throws Exception {
    RunSettings settings = RunSettings.read(Path.of(arguments[0]));
    Path directory = Files.createTempDirectory(settings.directory(), "flink");
    try (LocalCluster cluster =
        LocalCluster.start(
            ClusterSettings.of(
                settings.workers(),
                Duration.ofMillis(settings.checkpointMillis()),
                settings.stateMebibytes(),
                directory))) {
      if (settings.warmUp() > 0) {
        run(cluster, settings.forWarmUp());
      }
      System.out.println(run(cluster, settings).toJson());
    }
    System.exit(0);
  }

  private static RunResult run(LocalCluster cluster, RunSettings settings) throws Exception {
    StreamTableEnvironment tables = StreamTableEnvironment.create(cluster.environment());
    tables.createTemporarySystemFunction("count_char", CountLetter.class);
    COLUMNS.forEach((kind, columns) -> createSource(tables, kind, columns, settings));
    AnswerSink.begin();
    long cpu = ProcessUsage.cpuNanos();
    long start = System.nanoTime();
    Table query = tables.sqlQuery(settings.sql());
    tables.createTemporaryTable(
        "answers",
        TableDescriptor.forConnector("answers")
            .option("digest", Boolean.toString(settings.digest()))
            .schema(
                Schema.newBuilder()
                    .fromRowDataType(query.getResolvedSchema().toPhysicalRowDataType())
                    .build())
            .build());
    TableResult result = query.executeInsert("answers");
    JobID job = result.getJobClient().orElseThrow().getJobID();
    result.await();
    AnswerSink.Seen seen = AnswerSink.seen();
    CheckpointStatsSnapshot checkpoints =
        cluster.cluster().getExecutionGraph(job).get().getCheckpointStatsSnapshot();
    StatsSummarySnapshot written = checkpoints.getSummaryStats().getCheckpointedSize();
    CompletedCheckpointStats last = checkpoints.getHistory().getLatestCompletedCheckpoint();
    return new RunResult(
        "flink",
        settings.query(),
        settings.events(),
        (seen.nanos() - start) / 1e9,
        (seen.cpuNanos() - cpu) / 1e9,
        ProcessUsage.peakMemory(),
        checkpoints.getCounts().getNumberOfCompletedCheckpoints(),
        written.getSum(),
        last == null ? 0 : last.getStateSize(),
        seen.digest().rows(),
        settings.digest() ? seen.digest().toHex() : "");
  }

  private static void createSource(
      StreamTableEnvironment tables, String kind, String columns, RunSettings settings) {
    StringBuilder options = new StringBuilder();
    settings
        .sourceOptions()
        .forEach((name, value) -> options.append(", '%s' = '%s'".formatted(name, value)));
    tables.executeSql(
        "CREATE TEMPORARY TABLE "
            + kind
            + " ("
            + columns
            + (settings.sql().contains("p_time") ? ", p_time AS PROCTIME()" : "")
            + ", WATERMARK FOR date_time AS date_time - INTERVAL '4' SECOND) WITH ("
            + "'connector' = 'nexmark-rows', 'kind' = '%s', 'events' = '%d', 'splits' = '%d'%s)"
                .formatted(kind, settings.events(), settings.workers(), options));
  }
}
