package io.millrace.connector.nexmark;

/**
 * When events happen.
 *
 * @param start of event 0, in milliseconds since 1970
 * @param rate events in a second of event time
 */
record EventTime(long start, long rate) {
  private static final long MILLIS = 1000;

  /** In milliseconds since 1970; never less than that of an earlier event. */
  long at(long event) {
    long seconds = event / rate;
    return start + seconds * MILLIS + (event - seconds * rate) * MILLIS / rate;
  }
}
