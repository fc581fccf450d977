package io.millrace.executor.checkpoint;

/**
 * What tells whether a file is as it was written.
 *
 * @param bytes its size
 * @param checksum CRC32C of its content
 */
public record FileDigest(long bytes, long checksum) {}
