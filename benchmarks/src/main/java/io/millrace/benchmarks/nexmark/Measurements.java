package io.millrace.benchmarks.nexmark;

import io.millrace.benchmarks.nexmark.run.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * All runs that were measured.
 *
 * @param runs those of a query and a system in the order of their rounds
 */
record Measurements(List<RunResult> runs) {
  /** The names of the queries in the order in which they ran. */
  List<String> queries() {
    return runs.stream().map(RunResult::query).distinct().toList();
  }

  /** Round by round; none where the system was not asked the query. */
  List<RunResult> of(String query, SystemUnderTest system) {
    return runs.stream()
        .filter(run -> run.query().equals(query) && run.system().equals(system.id()))
        .toList();
  }

  /** Millrace beside another system, query by query. */
  List<Ratio> ratios(SystemUnderTest other) {
    List<Ratio> ratios = new ArrayList<>();
    for (String query : queries()) {
      List<RunResult> own = of(query, SystemUnderTest.MILLRACE);
      List<RunResult> others = of(query, other);
      if (!others.isEmpty()) {
        ratios.add(
            new Ratio(
                query,
                other.id(),
                byRound(own, others, RunResult::rate),
                byRound(others, own, RunResult::cpuPerMillion)));
      }
    }
    return ratios;
  }

  private static Spread byRound(
      List<RunResult> above, List<RunResult> below, ToDoubleFunction<RunResult> figure) {
    return Spread.of(
        IntStream.range(0, above.size())
            .mapToDouble(
                round ->
                    figure.applyAsDouble(above.get(round))
                        / figure.applyAsDouble(below.get(round))));
  }
}
