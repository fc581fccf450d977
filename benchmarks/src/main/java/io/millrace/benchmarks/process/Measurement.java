package io.millrace.benchmarks.process;

/**
 * What one run of one system showed.
 *
 * @param system its name
 * @param rows rows taken in
 * @param seconds wall time for them
 * @param rowsPerSecond rows / seconds
 * @param cpuSeconds of all threads of its process in that time, or null where it was not measured
 */
public record Measurement(
    String system, long rows, double seconds, double rowsPerSecond, Double cpuSeconds) {
  public static Measurement of(String system, long rows, long nanos) {
    double seconds = nanos / 1e9;
    return new Measurement(system, rows, seconds, rows / seconds, null);
  }

  /** The same with the time that the process's threads were busy. */
  public Measurement withCpu(long nanos) {
    return new Measurement(system, rows, seconds, rowsPerSecond, nanos / 1e9);
  }
}
