/**
 * Queries of Nexmark as somebody would write them without a database: a loop over the events,
 * {@link java.util.HashMap} and arrays, nothing durable, no readers. Queries without state have a
 * thread for each worker of the systems beside them, others one thread.
 */
package io.millrace.benchmarks.nexmark.hand;
