package io.millrace.benchmarks.nexmark.run;

import java.util.Locale;

/**
 * What one run of one system showed.
 *
 * @param system millrace, flink or hand
 * @param query its name
 * @param events of all kinds that it worked through
 * @param seconds from the statement to the last answer
 * @param cpuSeconds of all threads of the process in that time
 * @param peakMemory the most physical memory of the process in bytes, or 0 where it is not known
 * @param checkpoints how many were completed, one after the end of the data included
 * @param checkpointBytes newly written by all of them
 * @param stateBytes what the last of them holds
 * @param rows of the answer; 0 when it was not digested
 * @param digest of the answer, in hexadecimal digits; empty when it was not digested
 */
public record RunResult(
    String system,
    String query,
    long events,
    double seconds,
    double cpuSeconds,
    long peakMemory,
    long checkpoints,
    long checkpointBytes,
    long stateBytes,
    long rows,
    String digest) {
  /** Events by second. */
  public double rate() {
    return events / seconds;
  }

  /** CPU seconds that a million events took. */
  public double cpuPerMillion() {
    return cpuSeconds * 1e6 / events;
  }

  /** As one line of JSON. */
  public String toJson() {
    return String.format(
        Locale.ROOT,
        "{\"system\":\"%s\",\"query\":\"%s\",\"events\":%d,\"seconds\":%.4f,\"cpuSeconds\":%.4f,"
            + "\"peakMemory\":%d,\"checkpoints\":%d,\"checkpointBytes\":%d,\"stateBytes\":%d,"
            + "\"rows\":%d,\"digest\":\"%s\"}",
        system,
        query,
        events,
        seconds,
        cpuSeconds,
        peakMemory,
        checkpoints,
        checkpointBytes,
        stateBytes,
        rows,
        digest);
  }
}
