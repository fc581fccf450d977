package io.millrace.benchmarks.join;

import io.millrace.benchmarks.process.JavaProcess;
import io.millrace.benchmarks.process.Measurement;
import io.millrace.benchmarks.process.ScratchDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs both systems in turn, several rounds, and prints rates and ratios. */
@Command(
    name = "join",
    description = {
      "SELECT COUNT(*), SUM(a.v + b.v) FROM a JOIN b ON a.k = b.k over two generated streams,",
      "RocksDB state, exactly-once checkpoints every second; beside a hand-written loop."
    },
    mixinStandardHelpOptions = true)
public final class JoinBenchmark implements Callable<Integer> {
  @Option(
      names = "--rows",
      description = "Rows of both sides together (default: ${DEFAULT-VALUE}).")
  private long rows = 4_000_000;

  @Option(names = "--keys", description = "Distinct keys (default: ${DEFAULT-VALUE}).")
  private long keys = 1_000_000;

  @Option(names = "--workers", description = "Workers (default: one per core).")
  private int workers = Runtime.getRuntime().availableProcessors();

  @Option(names = "--rounds", description = "Runs of each system (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(names = "--memory", description = "Java heap of each system (default: ${DEFAULT-VALUE}).")
  private String memory = "4g";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    List<String> size = List.of(Long.toString(rows), Long.toString(keys));
    List<Double> ratios = new ArrayList<>();
    try (ScratchDirectory directory = ScratchDirectory.create()) {
      List<String> cluster = new ArrayList<>(size);
      cluster.add(Integer.toString(workers));
      cluster.add(directory.path().toString());
      for (int round = 1; round <= rounds; round++) {
        Measurement own = run(MillraceJoin.class, cluster);
        print(out, round, own);
        Measurement hand = run(HandWrittenJoin.class, size);
        print(out, round, hand);
        ratios.add(own.rowsPerSecond() / hand.rowsPerSecond());
      }
    }
    List<Double> sorted = ratios.stream().sorted().toList();
    out.printf(
        "%n%,d rows, %,d keys, %d workers: millrace / hand: median %.2f, from %.2f to %.2f%n",
        rows,
        keys,
        workers,
        sorted.get(sorted.size() / 2),
        sorted.get(0),
        sorted.get(sorted.size() - 1));
    return 0;
  }

  private Measurement run(Class<?> program, List<String> arguments)
      throws IOException, InterruptedException {
    return JavaProcess.run(memory, JavaProcess.ownClassPath(), program.getName(), arguments);
  }

  private static void print(PrintWriter out, int round, Measurement measurement) {
    out.printf(
        "round %d  %-9s %,12.0f rows/s  (%.1f s)%n",
        round, measurement.system(), measurement.rowsPerSecond(), measurement.seconds());
    out.flush();
  }
}
