package io.millrace.benchmarks.nexmark;

/**
 * Millrace beside another system in one query: above 1 Millrace does better. Each round is a ratio
 * of its own.
 *
 * @param query its name
 * @param other the other system
 * @param rate events by second, Millrace's through the other's
 * @param cpu CPU time, the other's through Millrace's
 */
record Ratio(String query, String other, Spread rate, Spread cpu) {}
