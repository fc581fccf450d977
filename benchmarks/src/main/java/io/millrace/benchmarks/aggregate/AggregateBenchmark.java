package io.millrace.benchmarks.aggregate;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.benchmarks.process.JavaProcess;
import io.millrace.benchmarks.process.Measurement;
import io.millrace.benchmarks.process.ScratchDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the systems in turn, several rounds, and prints rates and ratios. */
@Command(
    name = "aggregate",
    description = {
      "COUNT, SUM and MAX by key, beside a hand-written loop and Flink SQL.",
      "SELECT k, COUNT(*), SUM(v), MAX(v) FROM … GROUP BY k over generated rows, with RocksDB state"
          + " and exactly-once checkpoints every second."
    },
    mixinStandardHelpOptions = true)
public final class AggregateBenchmark implements Callable<Integer> {
  @Option(names = "--rows", description = "Rows in a run (default: ${DEFAULT-VALUE}).")
  private long rows = 10_000_000;

  @Option(names = "--keys", description = "Distinct keys (default: ${DEFAULT-VALUE}).")
  private long keys = 1_000_000;

  @Option(
      names = "--workers",
      description = "Workers, and Flink's parallelism (default: one per core).")
  private int workers = Runtime.getRuntime().availableProcessors();

  @Option(names = "--rounds", description = "Runs of each system (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(
      names = "--against",
      split = ",",
      description = "What to compare with: hand, flink (default: hand).")
  private List<String> against = List.of("hand");

  @Option(
      names = "--flink-classpath",
      description = "Class path of the Flink program (set by ./millrace bench).")
  private String flinkClassPath = System.getProperty("millrace.flink.classpath", "");

  @Option(names = "--memory", description = "Java heap of each system (default: ${DEFAULT-VALUE}).")
  private String memory = "4g";

  @Option(names = "--json", description = "Also write all measurements to this file.")
  private Path json;

  @Spec private CommandSpec spec;
  private PrintWriter out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    out = spec.commandLine().getOut();
    try (ScratchDirectory directory = ScratchDirectory.create()) {
      List<Measurement> all = measure(directory.path());
      print(all);
      if (json != null) {
        JsonMapper.builder()
            .build()
            .writerWithDefaultPrettyPrinter()
            .writeValue(json.toFile(), all);
      }
    }
    return 0;
  }

  private List<Measurement> measure(Path directory) throws IOException, InterruptedException {
    List<Measurement> all = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (String system : systems()) {
        Measurement measurement = run(system, directory);
        all.add(measurement);
        out.printf(
            "round %d  %-9s %,12.0f rows/s  (%.1f s)%n",
            round, system, measurement.rowsPerSecond(), measurement.seconds());
        out.flush();
      }
    }
    return all;
  }

  private List<String> systems() {
    List<String> systems = new ArrayList<>(List.of("millrace"));
    systems.addAll(against);
    return systems;
  }

  private Measurement run(String system, Path directory) throws IOException, InterruptedException {
    String own = JavaProcess.ownClassPath();
    List<String> size = List.of(Long.toString(rows), Long.toString(keys));
    List<String> cluster = new ArrayList<>(size);
    cluster.add(Integer.toString(workers));
    cluster.add(directory.toString());
    return switch (system) {
      case "millrace" -> JavaProcess.run(memory, own, MillraceRun.class.getName(), cluster);
      case "hand" -> JavaProcess.run(memory, own, HandWrittenLoop.class.getName(), size);
      case "flink" -> {
        if (flinkClassPath.isEmpty()) {
          throw new IOException("Flink is not built: run this as ./millrace bench aggregate");
        }
        yield JavaProcess.run(
            memory, flinkClassPath, "io.millrace.benchmarks.flink.GroupAggregate", cluster);
      }
      default -> throw new IOException("There is no system '" + system + "': hand, flink");
    };
  }

  private void print(List<Measurement> all) {
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    for (Measurement measurement : all) {
      rates
          .computeIfAbsent(measurement.system(), name -> new ArrayList<>())
          .add(measurement.rowsPerSecond());
    }
    out.printf(
        "%n%,d rows, %,d keys, %d workers, %d rounds%n%-9s %14s %14s %14s%n",
        rows, keys, workers, rounds, "system", "worst", "median", "best");
    rates.forEach(
        (system, values) ->
            out.printf(
                "%-9s %,14.0f %,14.0f %,14.0f%n",
                system, quantile(values, 0), quantile(values, 0.5), quantile(values, 1)));
    List<Double> own = rates.get("millrace");
    for (String other : against) {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < own.size(); i++) {
        ratios.add(own.get(i) / rates.get(other).get(i));
      }
      out.printf(
          "millrace / %s: median %.2f, from %.2f to %.2f round by round; worst against its best %.2f%n",
          other,
          quantile(ratios, 0.5),
          quantile(ratios, 0),
          quantile(ratios, 1),
          quantile(own, 0) / quantile(rates.get(other), 1));
    }
  }

  private static double quantile(List<Double> values, double q) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get((int) Math.round(q * (sorted.size() - 1)));
  }
}
