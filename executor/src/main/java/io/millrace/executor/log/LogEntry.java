package io.millrace.executor.log;

/**
 * One write to one table.
 *
 * @param position where it begins in the log
 * @param end where the next entry begins: the position to go on from
 * @param tableId the table's relation id
 * @param payload as it was appended
 */
public record LogEntry(long position, long end, long tableId, byte[] payload) {}
