package io.millrace.benchmarks.nexmark;

import io.millrace.benchmarks.nexmark.run.RunResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Prints results as tables.
 *
 * @param systems in the order in which they ran, Millrace first
 */
record Report(PrintWriter out, List<SystemUnderTest> systems) {
  private static final double MIB = 1 << 20;

  /**
   * Whether all systems gave the same multiset of rows; says so.
   *
   * @param answers of one query, Millrace's first
   */
  boolean compare(List<RunResult> answers) {
    RunResult own = answers.get(0);
    boolean same = true;
    for (RunResult other : answers.subList(1, answers.size())) {
      boolean equal = own.rows() == other.rows() && own.digest().equals(other.digest());
      print(
          "%-4s %s: %,d rows, digest %s; %s: %,d rows, digest %s: %s%n",
          own.query(),
          own.system(),
          own.rows(),
          own.digest(),
          other.system(),
          other.rows(),
          other.digest(),
          equal ? "the same" : "DIFFERENT");
      same &= equal;
    }
    return same;
  }

  /**
   * All measurements.
   *
   * @param results of a query and a system in the order of their rounds
   */
  void print(List<RunResult> results, int rounds) {
    List<String> queries = results.stream().map(RunResult::query).distinct().toList();
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
    for (String query : queries) {
      for (SystemUnderTest system : systems) {
        printRow(of(results, query, system));
      }
    }
    for (SystemUnderTest other : systems.subList(1, systems.size())) {
      printRatios(results, queries, other);
    }
    out.flush();
  }

  private void printRow(List<RunResult> runs) {
    RunResult first = runs.get(0);
    List<Double> rates = sorted(runs, RunResult::rate);
    List<Double> cpu = sorted(runs, RunResult::cpuPerMillion);
    print(
        "%-4s %-8s %,11d %,12.0f%,12.0f%,12.0f %11.2f%11.2f %,11.0f %,13.1f %,11.1f%n",
        first.query(),
        first.system(),
        first.events(),
        rates.get(0),
        rates.get(rates.size() / 2),
        rates.get(rates.size() - 1),
        cpu.get(0),
        cpu.get(cpu.size() - 1),
        last(sorted(runs, run -> run.peakMemory() / MIB)),
        last(sorted(runs, run -> run.checkpointBytes() / MIB)),
        last(sorted(runs, run -> run.stateBytes() / MIB)));
  }

  private void printRatios(List<RunResult> results, List<String> queries, SystemUnderTest other) {
    print(
        "%nmillrace beside %s, round by round%n%-4s %32s %32s%n",
        other.id(), "", "rate: worst, median, best", "CPU: worst, median, best");
    double rateLogs = 0;
    double cpuLogs = 0;
    for (String query : queries) {
      List<RunResult> own = of(results, query, SystemUnderTest.MILLRACE);
      List<RunResult> others = of(results, query, other);
      List<Double> rates = new ArrayList<>();
      List<Double> cpu = new ArrayList<>();
      for (int i = 0; i < own.size(); i++) {
        rates.add(own.get(i).rate() / others.get(i).rate());
        cpu.add(others.get(i).cpuPerMillion() / own.get(i).cpuPerMillion());
      }
      rates.sort(null);
      cpu.sort(null);
      int middle = rates.size() / 2;
      print(
          "%-4s %12.2f%10.2f%10.2f %12.2f%10.2f%10.2f%n",
          query,
          rates.get(0),
          rates.get(middle),
          last(rates),
          cpu.get(0),
          cpu.get(middle),
          last(cpu));
      rateLogs += Math.log(rates.get(middle));
      cpuLogs += Math.log(cpu.get(middle));
    }
    print(
        "geometric mean of the medians: rate %.2f, CPU %.2f%n",
        Math.exp(rateLogs / queries.size()), Math.exp(cpuLogs / queries.size()));
  }

  private static List<RunResult> of(List<RunResult> results, String query, SystemUnderTest system) {
    return results.stream()
        .filter(run -> run.query().equals(query) && run.system().equals(system.id()))
        .toList();
  }

  private static List<Double> sorted(List<RunResult> runs, ToDoubleFunction<RunResult> figure) {
    return runs.stream().map(figure::applyAsDouble).sorted().toList();
  }

  private static double last(List<Double> values) {
    return values.get(values.size() - 1);
  }

  private void print(String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
    out.flush();
  }
}
