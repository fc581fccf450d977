package io.millrace.benchmarks.nexmark;

import java.util.List;
import java.util.stream.DoubleStream;

/** How a figure was in several runs. */
record Spread(double least, double median, double most) {
  /**
   * Of at least one value.
   *
   * @param values in any order
   */
  static Spread of(DoubleStream values) {
    List<Double> sorted = values.sorted().boxed().toList();
    int size = sorted.size();
    double median = (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
    return new Spread(sorted.get(0), median, sorted.get(size - 1));
  }
}
