package io.millrace.benchmarks.process;

/**
 * What one run of one system showed.
 *
 * @param system its name
 * @param rows rows taken in
 * @param seconds wall time for them
 * @param rowsPerSecond rows / seconds
 */
public record Measurement(String system, long rows, double seconds, double rowsPerSecond) {
  public static Measurement of(String system, long rows, long nanos) {
    double seconds = nanos / 1e9;
    return new Measurement(system, rows, seconds, rows / seconds);
  }
}
