package io.millrace.benchmarks.nexmark;

import io.millrace.benchmarks.nexmark.run.RunResult;
import io.millrace.benchmarks.nexmark.run.RunSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures what checkpoints cost: the same query with and without them, in turn. */
@Command(
    name = "checkpoints",
    description = {
      "What checkpoints cost: queries of Nexmark with a checkpoint every second beside the same"
          + " queries without any, in turn. Every run has a process of its own, after a run that"
          + " warms up."
    },
    mixinStandardHelpOptions = true)
public final class CheckpointsBenchmark implements Callable<Integer> {
  private static final String START = "2024-01-01 00:00:00";
  private static final long EVENTS_PER_SECOND = 100_000;
  private static final int WARM_UP_SHARE = 5;
  private static final int STATE_MEBIBYTES = 2048;

  /** So long that no run sees one. */
  private static final Duration NEVER = Duration.ofHours(10);

  @Option(
      names = "--queries",
      split = ",",
      description = "Names of queries (default: ${DEFAULT-VALUE}).")
  private List<String> queries = List.of("q4", "q17", "q18", "q19");

  @Option(names = "--events", description = "Events of all kinds (default: ${DEFAULT-VALUE}).")
  private long events = 2_000_000;

  @Option(
      names = "--rounds",
      description = "Pairs of runs of each query (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(
      names = "--interval",
      description = "Seconds between two checkpoints (default: ${DEFAULT-VALUE}).")
  private double interval = 1;

  @Option(names = "--workers", description = "Workers (default: one per core).")
  private int workers = Runtime.getRuntime().availableProcessors();

  @Option(names = "--memory", description = "Java heap (default: ${DEFAULT-VALUE}).")
  private String memory = "4g";

  @Spec private CommandSpec spec;

  /**
   * The two runs of a round.
   *
   * @param with checkpoints
   */
  private record Pair(RunResult with, RunResult without) {
    double ratio(ToDoubleFunction<RunResult> figure) {
      return figure.applyAsDouble(with) / figure.applyAsDouble(without);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<NexmarkQuery> chosen =
        queries.stream()
            .map(
                name ->
                    NexmarkQuery.named(name)
                        .orElseThrow(
                            () ->
                                new ParameterException(
                                    spec.commandLine(), "There is no query '" + name + "' here")))
            .toList();
    for (NexmarkQuery query : chosen) {
      List<Pair> pairs = new ArrayList<>();
      for (int round = 1; round <= rounds; round++) {
        pairs.add(round % 2 == 1 ? withFirst(query) : withoutFirst(query));
        print(query, round, pairs.get(round - 1));
      }
      summarize(query, pairs);
    }
    return 0;
  }

  private Pair withFirst(NexmarkQuery query) throws IOException, InterruptedException {
    RunResult with = run(query, Math.round(interval * 1000));
    return new Pair(with, run(query, NEVER.toMillis()));
  }

  private Pair withoutFirst(NexmarkQuery query) throws IOException, InterruptedException {
    RunResult without = run(query, NEVER.toMillis());
    return new Pair(run(query, Math.round(interval * 1000)), without);
  }

  private RunResult run(NexmarkQuery query, long checkpointMillis)
      throws IOException, InterruptedException {
    return new QueryRunner("")
        .run(
            SystemUnderTest.MILLRACE,
            memory,
            new RunSettings(
                query.name(),
                query.sql(SystemUnderTest.MILLRACE.id()),
                events * query.scale(),
                Math.max(1, events * query.scale() / WARM_UP_SHARE),
                START,
                EVENTS_PER_SECOND,
                workers,
                checkpointMillis,
                STATE_MEBIBYTES,
                false,
                query.stateful(),
                Path.of("")));
  }

  private void print(NexmarkQuery query, int round, Pair pair) {
    // One checkpoint comes after the end of the data in every run.
    print(
        "%-4s round %d  with %d checkpoints %,12.0f events/s, %6.2f CPU s/M"
            + "  without %,12.0f events/s, %6.2f CPU s/M%n",
        query.name(),
        round,
        pair.with().checkpoints() - 1,
        pair.with().rate(),
        pair.with().cpuPerMillion(),
        pair.without().rate(),
        pair.without().cpuPerMillion());
  }

  private void summarize(NexmarkQuery query, List<Pair> pairs) {
    Spread rate = Spread.of(ratios(pairs, RunResult::rate));
    Spread cpu = Spread.of(ratios(pairs, RunResult::cpuPerMillion));
    print(
        "%-4s with / without: rate worst %.2f, median %.2f, best %.2f;"
            + " CPU time least %.2f, median %.2f, most %.2f%n",
        query.name(),
        rate.least(),
        rate.median(),
        rate.most(),
        cpu.least(),
        cpu.median(),
        cpu.most());
  }

  private static DoubleStream ratios(List<Pair> pairs, ToDoubleFunction<RunResult> figure) {
    return pairs.stream().mapToDouble(pair -> pair.ratio(figure));
  }

  private void print(String format, Object... values) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(Locale.ROOT, format, values);
    out.flush();
  }
}
