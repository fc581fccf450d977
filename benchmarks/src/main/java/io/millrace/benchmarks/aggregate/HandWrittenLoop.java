package io.millrace.benchmarks.aggregate;

import io.millrace.benchmarks.process.JavaProcess;
import io.millrace.benchmarks.process.Measurement;
import java.util.HashMap;
import java.util.Map;

/**
 * What somebody would write without a database: one thread, a HashMap, no durability, no readers.
 */
public final class HandWrittenLoop {
  private HandWrittenLoop() {}

  /** {@code <rows> <keys>} */
  public static void main(String[] arguments) {
    long rows = Long.parseLong(arguments[0]);
    long keys = Long.parseLong(arguments[1]);
    run(rows / 5, keys);
    JavaProcess.report(run(rows, keys));
  }

  private static Measurement run(long rows, long keys) {
    long start = System.nanoTime();
    Map<Long, long[]> groups = new HashMap<>();
    for (long row = 0; row < rows; row++) {
      long value = GeneratedKeys.value(row);
      long[] group =
          groups.computeIfAbsent(
              GeneratedKeys.key(row, keys), key -> new long[] {0, 0, Long.MIN_VALUE});
      group[0]++;
      group[1] += value;
      group[2] = Math.max(group[2], value);
    }
    long nanos = System.nanoTime() - start;
    if (groups.values().stream().mapToLong(group -> group[0]).sum() != rows) {
      throw new IllegalStateException("The groups do not hold all rows");
    }
    return Measurement.of("hand", rows, nanos);
  }
}
