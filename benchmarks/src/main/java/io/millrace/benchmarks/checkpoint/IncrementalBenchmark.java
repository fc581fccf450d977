package io.millrace.benchmarks.checkpoint;

import io.millrace.benchmarks.process.ScratchDirectory;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How many bytes a checkpoint writes when a small part of the keys has changed since the last. */
@Command(
    name = "incremental",
    description = "Bytes written by a checkpoint after a part of the keys has changed.",
    mixinStandardHelpOptions = true)
public final class IncrementalBenchmark implements Callable<Integer> {
  @Option(names = "--keys", description = "Keys held (default: ${DEFAULT-VALUE}).")
  private int keys = 2_000_000;

  @Option(
      names = "--changed",
      description =
          "Per cent of the keys that change between checkpoints (default: ${DEFAULT-VALUE}).")
  private double changedPercent = 1;

  @Option(names = "--rounds", description = "Changes and checkpoints (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  private record Written(long id, long bytes, long total, long millis) {}

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    try (ScratchDirectory directory = ScratchDirectory.create()) {
      measure(directory.path());
    }
    return 0;
  }

  private void measure(Path directory) throws IOException, SQLException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Path input = Files.createDirectory(directory.resolve("input"));
    int[] all = new int[keys];
    for (int key = 0; key < keys; key++) {
      all[key] = key;
    }
    write(input, 0, all);
    String url =
        "jdbc:millrace:embedded:"
            + directory.resolve("data")
            + "?checkpointInterval=0s&stateBackend=rocksdb&stateMemory=2GB";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE SOURCE src (k BIGINT, v BIGINT) WITH ('connector' = 'filesystem', 'path' = '"
              + input
              + "', 'format' = 'csv', 'watch' = 'true', 'poll-interval' = '100 ms')");
      statement.execute(
          "CREATE MATERIALIZED VIEW answers AS"
              + " SELECT k, COUNT(*) AS n, SUM(v) AS total, MAX(v) AS top FROM src GROUP BY k");
      long rows = keys;
      awaitRows(statement, rows);
      Written full = checkpoint(statement);
      out.printf(
          "full         %,15d bytes written, %,d held, %d ms%n",
          full.bytes(), full.total(), full.millis());
      int changed = (int) Math.max(1, keys * changedPercent / 100);
      SplittableRandom random = new SplittableRandom(1);
      for (int round = 1; round <= rounds; round++) {
        write(input, round, random.ints(changed, 0, keys).toArray());
        rows += changed;
        awaitRows(statement, rows);
        Written next = checkpoint(statement);
        out.printf(
            "%.1f %% changed %,13d bytes written, %,d held, %d ms: %.1f %% of the full one%n",
            changedPercent,
            next.bytes(),
            next.total(),
            next.millis(),
            100.0 * next.bytes() / full.bytes());
        out.flush();
      }
    }
  }

  private static void write(Path input, int number, int[] keys) throws IOException {
    Path unfinished = input.resolveSibling("unfinished.csv");
    try (BufferedWriter writer = Files.newBufferedWriter(unfinished)) {
      writer.write("k,v\n");
      for (int key : keys) {
        writer.write(key + "," + (key % 1000 + number) + "\n");
      }
    }
    Files.move(
        unfinished,
        input.resolve(String.format("%05d.csv", number)),
        StandardCopyOption.ATOMIC_MOVE);
  }

  private static void awaitRows(Statement statement, long rows)
      throws SQLException, InterruptedException {
    while (true) {
      try (ResultSet result = statement.executeQuery("SELECT SUM(n) FROM answers")) {
        result.next();
        if (result.getLong(1) == rows) {
          return;
        }
      }
      Thread.sleep(50);
    }
  }

  private static Written checkpoint(Statement statement) throws SQLException {
    statement.execute("CHECKPOINT");
    try (ResultSet result =
        statement.executeQuery(
            "SELECT id, bytes_written, bytes_total, duration_ms FROM millrace.checkpoints"
                + " WHERE state = 'COMPLETED' ORDER BY id DESC LIMIT 1")) {
      result.next();
      return new Written(
          result.getLong(1), result.getLong(2), result.getLong(3), result.getLong(4));
    }
  }
}
