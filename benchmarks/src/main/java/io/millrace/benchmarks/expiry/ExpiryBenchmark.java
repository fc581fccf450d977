package io.millrace.benchmarks.expiry;

import io.millrace.benchmarks.process.EmbeddedMillrace;
import io.millrace.benchmarks.process.ScratchDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How much state is held through a day of event time, most of whose keys come in one hour. */
@Command(
    name = "expiry",
    description = {
      "What is held of keys that never come again: many of them come in the first hour of a day,"
          + " few others in each later hour. Prints the size of the state hour by hour."
    },
    mixinStandardHelpOptions = true)
public final class ExpiryBenchmark implements Callable<Integer> {
  private static final int STATE_MEBIBYTES = 512;
  private static final int WORKERS = 2;

  @Option(
      names = "--queries",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES} (default: all).")
  private List<ExpiringQuery> queries = List.of(ExpiringQuery.values());

  @Option(names = "--keys", description = "Keys of the first hour (default: ${DEFAULT-VALUE}).")
  private int keys = 100_000;

  @Option(
      names = "--later-keys",
      description = "New keys of each later hour (default: ${DEFAULT-VALUE}).")
  private int laterKeys = 100;

  @Option(names = "--hours", description = "Hours of event time (default: ${DEFAULT-VALUE}).")
  private int hours = 24;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    for (ExpiringQuery query : queries) {
      try (ScratchDirectory directory = ScratchDirectory.create()) {
        measure(query, directory.path());
      }
    }
    return 0;
  }

  private void measure(ExpiringQuery query, Path directory)
      throws IOException, SQLException, InterruptedException {
    VisitFile visits = new VisitFile(directory.resolve("visits.csv"));
    try (EmbeddedMillrace millrace =
        new EmbeddedMillrace(directory, WORKERS, Duration.ZERO, STATE_MEBIBYTES)) {
      millrace.execute(
          "CREATE SOURCE visits (k BIGINT, v BIGINT, at TIMESTAMP(3), WATERMARK FOR at AS at) WITH"
              + " ('connector' = 'filesystem', 'path' = '"
              + visits.path()
              + "', 'format' = 'csv', 'watch' = 'true', 'poll-interval' = '50 ms')");
      millrace.execute(
          "CREATE SINK answers WITH ('connector' = 'filesystem', 'path' = '"
              + directory.resolve("answers")
              + "', 'format' = 'csv') AS "
              + query.sql());
      print(query, "before", StateSize.of(millrace));
      long firstKey = 0;
      for (int hour = 0; hour < hours; hour++) {
        int coming = hour == 0 ? keys : laterKeys;
        visits.append(hour, firstKey, coming);
        firstKey += coming;
        awaitRows(millrace, visits.rows());
        print(query, "hour " + (hour + 1), StateSize.of(millrace));
      }
    }
  }

  private static void awaitRows(EmbeddedMillrace millrace, long rows)
      throws SQLException, InterruptedException {
    while (millrace.number("SELECT rows_read FROM millrace.pipelines WHERE name = 'visits'")
        < rows) {
      Thread.sleep(10);
    }
  }

  private void print(ExpiringQuery query, String when, StateSize size) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%-8s %-7s %,9d entries, checkpoint of %,11d bytes, %,5d MB of heap in use%n",
        query.name().toLowerCase(Locale.ROOT),
        when,
        size.entries(),
        size.checkpointBytes(),
        size.heapBytes() >> 20);
    out.flush();
  }
}
