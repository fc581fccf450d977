package io.millrace.executor.checkpoint;

/**
 * What there is to know of a savepoint without reading its state.
 *
 * @param savepoint null if its description cannot be read
 * @param problem why not; else null
 */
public record SavepointStatus(String name, Savepoint savepoint, String problem) {}
