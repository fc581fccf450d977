package io.millrace.executor.coordinator;

/**
 * How often things happen.
 *
 * @param epochNanos between two barriers that nobody waits for
 * @param discoveryNanos between two looks for new splits of an unbounded source
 */
public record CoordinatorSettings(long epochNanos, long discoveryNanos) {}
