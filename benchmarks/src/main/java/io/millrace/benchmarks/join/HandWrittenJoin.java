package io.millrace.benchmarks.join;

import io.millrace.benchmarks.process.JavaProcess;
import io.millrace.benchmarks.process.Measurement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What somebody would write without a database: one thread, a HashMap of lists for each side, no
 * durability, no readers.
 */
public final class HandWrittenJoin {
  private HandWrittenJoin() {}

  /** {@code <rows> <keys>} */
  public static void main(String[] arguments) {
    long rows = Long.parseLong(arguments[0]);
    long keys = Long.parseLong(arguments[1]);
    run(rows / 5, keys);
    Measurement measurement = run(rows, keys);
    JavaProcess.report(measurement);
  }

  private static Measurement run(long rows, long keys) {
    long start = System.nanoTime();
    List<Map<Long, List<long[]>>> sides = List.of(new HashMap<>(), new HashMap<>());
    GeneratedRows[] generated = {new GeneratedRows(1), new GeneratedRows(2)};
    long pairs = 0;
    long sum = 0;
    for (long row = 0; row < rows / 2; row++) {
      for (int side = 0; side < 2; side++) {
        Long key = generated[side].key(row, keys);
        long value = generated[side].value(row);
        sides.get(side).computeIfAbsent(key, unused -> new ArrayList<>(2)).add(new long[] {value});
        for (long[] other : sides.get(1 - side).getOrDefault(key, List.of())) {
          pairs++;
          sum += value + other[0];
        }
      }
    }
    long nanos = System.nanoTime() - start;
    if (sum < pairs) {
      throw new IllegalStateException(pairs + " pairs have the sum " + sum);
    }
    return Measurement.of("hand", rows, nanos);
  }
}
