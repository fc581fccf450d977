package io.millrace.benchmarks.nexmark;

import io.millrace.benchmarks.nexmark.run.RunResult;
import io.millrace.benchmarks.nexmark.run.RunSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs queries on the systems in turn, several rounds, and prints rates, CPU time and ratios. */
@Command(
    name = "nexmark",
    description = {
      "Queries of Nexmark, beside Flink SQL and loops written by hand.",
      "Every measurement has a process of its own, after a run that warms up. All systems get the"
          + " same events from the same generator, the same parallelism and the same Java heap;"
          + " Millrace and Flink keep state in RocksDB with incremental exactly-once checkpoints"
          + " at the same interval. Before anything is measured the answers of all systems to a"
          + " smaller number of events are compared; a query where they differ is not measured, and"
          + " the command fails.",
      "With --against flink the first time downloads Flink (some 200 MB) from Maven Central."
    },
    mixinStandardHelpOptions = true)
public final class NexmarkBenchmark implements Callable<Integer> {
  private static final String START = "2024-01-01 00:00:00";
  private static final long EVENTS_PER_SECOND = 100_000;
  private static final int WARM_UP_SHARE = 5;
  private static final int MILLRACE_MEBIBYTES = 2048;
  private static final int FLINK_MEBIBYTES = 4096;
  private static final String CHECK_START = "2024-01-01 23:59:10";
  private static final long CHECK_EVENTS_PER_SECOND = 1_000;

  @Option(
      names = "--queries",
      split = ",",
      description = "Such as q4,q19 (default: all; see docs/performance.md).")
  private List<String> queries = NexmarkQuery.ALL.stream().map(NexmarkQuery::name).toList();

  @Option(
      names = "--events",
      description =
          "Events of all kinds (default: ${DEFAULT-VALUE}); queries that are quick with each event"
              + " (q0-q3, q8, q14, q15, q17, q21, q22) get five times as many.")
  private long events = 2_000_000;

  @Option(
      names = "--against",
      split = ",",
      description =
          "What to compare with: flink; hand, for a loop in Java for some of the queries; none"
              + " (default: none).")
  private List<String> against = List.of("none");

  @Option(names = "--rounds", description = "Runs of each query (default: ${DEFAULT-VALUE}).")
  private int rounds = 1;

  @Option(
      names = "--workers",
      description = "Workers, and Flink's parallelism (default: one per core).")
  private int workers = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--checkpoint-interval",
      description = "Seconds between two checkpoints (default: ${DEFAULT-VALUE}).")
  private double checkpointInterval = 1;

  @Option(names = "--memory", description = "Java heap of each system (default: ${DEFAULT-VALUE}).")
  private String memory = "8g";

  @Option(
      names = "--state-memory",
      description =
          "Mebibytes for state, of all workers together: --state-memory of Millrace, managed memory"
              + " of Flink (default: 2048 for Millrace, 4096 for Flink). Make it less than the state"
              + " to measure what lies on disk.")
  private Integer stateMebibytes;

  @Option(
      names = "--flink-classpath",
      description = "Class path of the Flink program (set by ./millrace bench).")
  private String flinkClassPath = System.getProperty("millrace.flink.classpath", "");

  @Option(
      names = "--check-events",
      description =
          "Events over which the answers are compared beforehand, when there is somebody to compare"
              + " with; 0 for no comparison (default: ${DEFAULT-VALUE}).")
  private long checkEvents = 100_000;

  @Option(
      names = "--check-memory",
      description = "Java heap while answers are compared (default: ${DEFAULT-VALUE}).")
  private String checkMemory = "2g";

  @Option(
      names = "--json",
      description =
          "File for all results (default, from a checkout: benchmarks/target/nexmark.json).")
  private Path json;

  @Option(
      names = "--svg",
      description =
          "File for a chart of the rates (default, from a checkout: benchmarks/target/nexmark.svg).")
  private Path svg;

  @Spec private CommandSpec spec;
  private PrintWriter err;

  @Override
  public Integer call() throws IOException, InterruptedException {
    err = spec.commandLine().getErr();
    List<NexmarkQuery> chosen = queries.stream().map(this::query).toList();
    List<SystemUnderTest> systems = systems();
    QueryRunner runner = new QueryRunner(flinkClassPath);
    Report report = new Report(spec.commandLine().getOut(), systems);
    List<Comparison> comparisons = compare(chosen, systems, runner, report);
    Set<String> differing =
        comparisons.stream()
            .filter(comparison -> !comparison.same())
            .map(Comparison::query)
            .collect(Collectors.toCollection(TreeSet::new));
    List<NexmarkQuery> sound =
        chosen.stream().filter(query -> !differing.contains(query.name())).toList();
    Measurements measurements = measure(sound, systems, runner);
    report.print(measurements, rounds);
    write(measurements, comparisons, systems);
    if (!differing.isEmpty()) {
      err.println("Not measured, because the answers differ: " + String.join(", ", differing));
      err.flush();
    }
    return differing.isEmpty() ? 0 : 1;
  }

  private List<Comparison> compare(
      List<NexmarkQuery> chosen, List<SystemUnderTest> systems, QueryRunner runner, Report report)
      throws IOException, InterruptedException {
    List<Comparison> comparisons = new ArrayList<>();
    List<NexmarkQuery> repeatable = chosen.stream().filter(NexmarkQuery::repeatable).toList();
    for (NexmarkQuery query : checkEvents > 0 ? repeatable : List.<NexmarkQuery>of()) {
      RunResult own = null;
      for (SystemUnderTest other : answering(query, systems.subList(1, systems.size()))) {
        if (own == null) {
          own =
              runner.run(
                  SystemUnderTest.MILLRACE, checkMemory, checked(query, SystemUnderTest.MILLRACE));
        }
        RunResult answer = runner.run(other, checkMemory, checked(query, other));
        boolean same = own.rows() == answer.rows() && own.digest().equals(answer.digest());
        Comparison comparison =
            new Comparison(query.name(), other.id(), own.rows(), answer.rows(), same);
        report.print(comparison);
        comparisons.add(comparison);
      }
    }
    return comparisons;
  }

  /** Rounds go through the systems to and fro, so that none is always the first. */
  private Measurements measure(
      List<NexmarkQuery> chosen, List<SystemUnderTest> systems, QueryRunner runner)
      throws IOException, InterruptedException {
    List<RunResult> results = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<SystemUnderTest> order = new ArrayList<>(systems);
      if (round % 2 == 0) {
        Collections.reverse(order);
      }
      for (NexmarkQuery query : chosen) {
        for (SystemUnderTest system : answering(query, order)) {
          RunResult result = runner.run(system, memory, measured(query, system));
          results.add(result);
          err.printf(
              Locale.ROOT,
              "round %d  %-4s %-8s %,12.0f events/s  %6.2f CPU seconds per million  (%.1f s)%n",
              round,
              query.name(),
              system.id(),
              result.rate(),
              result.cpuPerMillion(),
              result.seconds());
          err.flush();
        }
      }
    }
    return new Measurements(results);
  }

  private static List<SystemUnderTest> answering(
      NexmarkQuery query, List<SystemUnderTest> systems) {
    return systems.stream().filter(system -> system.answers(query)).toList();
  }

  private void write(
      Measurements measurements, List<Comparison> comparisons, List<SystemUnderTest> systems)
      throws IOException {
    Path jsonFile = file(json, "nexmark.json");
    if (jsonFile != null) {
      List<Ratio> ratios =
          systems.stream().skip(1).flatMap(other -> measurements.ratios(other).stream()).toList();
      new ResultFile(
              System.getProperty("java.version"),
              Runtime.getRuntime().availableProcessors(),
              workers,
              memory,
              stateMebibytes(SystemUnderTest.MILLRACE),
              stateMebibytes(SystemUnderTest.FLINK),
              checkpointInterval,
              comparisons,
              measurements.runs(),
              ratios)
          .write(jsonFile);
      err.println("Results: " + jsonFile);
    }
    Path svgFile = file(svg, "nexmark.svg");
    if (svgFile != null && !measurements.runs().isEmpty()) {
      Files.writeString(svgFile, new RateChart(measurements, systems).draw());
      err.println("Chart: " + svgFile);
    }
    err.flush();
  }

  /** The file asked for, or the usual place where this runs from a checkout, or null. */
  private static Path file(Path wanted, String usualName) {
    String home = System.getenv("MILLRACE_HOME");
    if (wanted != null || home == null) {
      return wanted;
    }
    return Path.of(home, "benchmarks", "target", usualName);
  }

  private RunSettings measured(NexmarkQuery query, SystemUnderTest system) {
    long count = events * query.scale();
    return new RunSettings(
        query.name(),
        query.sql(system.id()),
        count,
        Math.max(1, count / WARM_UP_SHARE),
        START,
        EVENTS_PER_SECOND,
        workers,
        checkpointMillis(),
        stateMebibytes(system),
        false,
        query.stateful(),
        Path.of(""));
  }

  /** Every event has a millisecond of its own, so that no order has ties, and a day ends. */
  private RunSettings checked(NexmarkQuery query, SystemUnderTest system) {
    return new RunSettings(
        query.name(),
        query.sql(system.id()),
        checkEvents,
        0,
        CHECK_START,
        CHECK_EVENTS_PER_SECOND,
        workers,
        checkpointMillis(),
        stateMebibytes(system),
        true,
        true,
        Path.of(""));
  }

  private int stateMebibytes(SystemUnderTest system) {
    if (stateMebibytes != null) {
      return stateMebibytes;
    }
    return system == SystemUnderTest.FLINK ? FLINK_MEBIBYTES : MILLRACE_MEBIBYTES;
  }

  private long checkpointMillis() {
    return Math.round(checkpointInterval * 1000);
  }

  private NexmarkQuery query(String name) {
    return NexmarkQuery.named(name)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "There is no query '"
                        + name
                        + "' here. There are "
                        + NexmarkQuery.ALL.stream()
                            .map(NexmarkQuery::name)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private List<SystemUnderTest> systems() {
    List<SystemUnderTest> systems = new ArrayList<>(List.of(SystemUnderTest.MILLRACE));
    for (String name : against) {
      switch (name) {
        case "flink" -> systems.add(SystemUnderTest.FLINK);
        case "hand" -> systems.add(SystemUnderTest.HAND);
        case "none" -> {}
        default ->
            throw new ParameterException(
                spec.commandLine(), "There is no system '" + name + "' here: flink, hand, none");
      }
    }
    if (systems.contains(SystemUnderTest.FLINK) && flinkClassPath.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Flink is not built: run this as ./millrace bench nexmark");
    }
    return systems;
  }
}
