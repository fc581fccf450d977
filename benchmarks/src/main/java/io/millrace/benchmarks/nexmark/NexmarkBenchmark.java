package io.millrace.benchmarks.nexmark;

import io.millrace.benchmarks.process.JavaProcess;
import io.millrace.benchmarks.process.Measurement;
import io.millrace.benchmarks.process.ScratchDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs each query in a process of its own, several rounds, and prints rates and CPU time. */
@Command(
    name = "nexmark",
    description = "Queries of Nexmark on Millrace alone, exactly-once checkpoints every second.",
    mixinStandardHelpOptions = true)
public final class NexmarkBenchmark implements Callable<Integer> {
  @Option(names = "--script", description = "Sources and queries (default: ${DEFAULT-VALUE}).")
  private Path script = Path.of("sql-examples/examples/nexmark/nexmark.sql");

  @Option(names = "--queries", split = ",", description = "Default: ${DEFAULT-VALUE}.")
  private List<String> queries =
      List.of("q3", "q4", "q5", "q7", "q8", "q9", "q15", "q16", "q17", "q18", "q19", "q20");

  @Option(names = "--events", description = "Events of all kinds (default: ${DEFAULT-VALUE}).")
  private long events = 2_000_000;

  @Option(names = "--workers", description = "Workers (default: one per core).")
  private int workers = Runtime.getRuntime().availableProcessors();

  @Option(names = "--rounds", description = "Runs of each query (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(names = "--memory", description = "Java heap (default: ${DEFAULT-VALUE}).")
  private String memory = "4g";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (ScratchDirectory directory = ScratchDirectory.create()) {
      for (int round = 1; round <= rounds; round++) {
        for (String query : queries) {
          Measurement measurement =
              JavaProcess.run(
                  memory,
                  JavaProcess.ownClassPath(),
                  MillraceQuery.class.getName(),
                  List.of(
                      script.toString(),
                      query,
                      Long.toString(events),
                      Integer.toString(workers),
                      directory.path().toString()));
          out.printf(
              "round %d  %-4s %,12.0f events/s  %6.2f CPU seconds per million  (%.1f s)%n",
              round,
              query,
              measurement.rowsPerSecond(),
              measurement.cpuSeconds() * 1e6 / events,
              measurement.seconds());
          out.flush();
        }
      }
    }
    return 0;
  }
}
