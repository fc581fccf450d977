package io.millrace.executor.connector;

/**
 * A part of a source that is read by one reader in one order: a file, a partition.
 *
 * @param id unique in its source and the same after a restart
 */
public record Split(String id) {}
