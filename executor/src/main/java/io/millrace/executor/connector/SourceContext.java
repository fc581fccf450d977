package io.millrace.executor.connector;

import io.millrace.core.time.Clock;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;

/**
 * What a source gets from the engine.
 *
 * @param allocator for batches
 * @param badRecords where records that cannot be read are reported
 * @param directory where the source may keep files of its own, such as dead letters; exists
 */
public record SourceContext(
    Clock clock, BufferAllocator allocator, BadRecords badRecords, Path directory) {}
