package io.millrace.benchmarks.nexmark;

import io.millrace.benchmarks.nexmark.run.RunResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Prints results as tables.
 *
 * @param systems Millrace first
 */
record Report(PrintWriter out, List<SystemUnderTest> systems) {
  private static final double MIB = 1 << 20;

  /** Says whether two systems gave the same answer. */
  void print(Comparison comparison) {
    print(
        "%-4s millrace: %,d rows; %s: %,d rows: %s%n",
        comparison.query(),
        comparison.rows(),
        comparison.other(),
        comparison.otherRows(),
        comparison.same() ? "the same" : "DIFFERENT");
  }

  /** All measurements. */
  void print(Measurements measurements, int rounds) {
    print(
        "%n%d rounds%n%-4s %-8s %11s %36s %22s %11s %13s %11s%n",
        rounds,
        "",
        "system",
        "events",
        "events/s: worst, median, best",
        "CPU s/M: best, worst",
        "peak MiB",
        "written MiB",
        "state MiB");
    for (String query : measurements.queries()) {
      for (SystemUnderTest system : systems) {
        List<RunResult> runs = measurements.of(query, system);
        if (!runs.isEmpty()) {
          printRow(runs);
        }
      }
    }
    for (SystemUnderTest other : systems.subList(1, systems.size())) {
      printRatios(measurements.ratios(other), other);
    }
  }

  private void printRow(List<RunResult> runs) {
    RunResult first = runs.get(0);
    Spread rate = spread(runs, RunResult::rate);
    Spread cpu = spread(runs, RunResult::cpuPerMillion);
    print(
        "%-4s %-8s %,11d %,12.0f%,12.0f%,12.0f %11.2f%11.2f %,11.0f %,13.1f %,11.1f%n",
        first.query(),
        first.system(),
        first.events(),
        rate.least(),
        rate.median(),
        rate.most(),
        cpu.least(),
        cpu.most(),
        spread(runs, RunResult::peakMemory).most() / MIB,
        spread(runs, RunResult::checkpointBytes).most() / MIB,
        spread(runs, RunResult::stateBytes).most() / MIB);
  }

  private void printRatios(List<Ratio> ratios, SystemUnderTest other) {
    if (ratios.isEmpty()) {
      return;
    }
    print(
        "%nmillrace beside %s, round by round%n%-4s %32s %32s%n",
        other.id(), "", "rate: worst, median, best", "CPU: worst, median, best");
    for (Ratio ratio : ratios) {
      print(
          "%-4s %12.2f%10.2f%10.2f %12.2f%10.2f%10.2f%n",
          ratio.query(),
          ratio.rate().least(),
          ratio.rate().median(),
          ratio.rate().most(),
          ratio.cpu().least(),
          ratio.cpu().median(),
          ratio.cpu().most());
    }
    printMean("queries with state", ratios.stream().filter(Report::stateful).toList());
    printMean("queries without", ratios.stream().filter(ratio -> !stateful(ratio)).toList());
  }

  private void printMean(String which, List<Ratio> ratios) {
    if (!ratios.isEmpty()) {
      print(
          "geometric mean of the medians, %d %s: rate %.2f, CPU %.2f%n",
          ratios.size(),
          which,
          mean(ratios, ratio -> ratio.rate().median()),
          mean(ratios, ratio -> ratio.cpu().median()));
    }
  }

  private static double mean(List<Ratio> ratios, ToDoubleFunction<Ratio> figure) {
    double logs = ratios.stream().mapToDouble(r -> Math.log(figure.applyAsDouble(r))).sum();
    return Math.exp(logs / ratios.size());
  }

  private static boolean stateful(Ratio ratio) {
    return NexmarkQuery.named(ratio.query()).orElseThrow().stateful();
  }

  private static Spread spread(List<RunResult> runs, ToDoubleFunction<RunResult> figure) {
    return Spread.of(runs.stream().mapToDouble(figure));
  }

  private void print(String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
    out.flush();
  }
}
