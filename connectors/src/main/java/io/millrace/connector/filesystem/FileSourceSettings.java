package io.millrace.connector.filesystem;

import io.millrace.core.time.Clock;
import io.millrace.core.type.RowType;
import java.time.Duration;
import org.apache.arrow.memory.BufferAllocator;

/**
 * What all readers of one source share. Immutable.
 *
 * @param watch whether files may grow and come
 * @param maxRecordSize in bytes, without the line end
 */
record FileSourceSettings(
    RowType rowType,
    FileFormat format,
    boolean watch,
    Duration pollInterval,
    int maxRecordSize,
    Clock clock,
    BufferAllocator allocator) {}
