package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.table.PackedRecords;
import io.millrace.executor.state.table.TableDescriptor;
import java.util.function.Consumer;

/**
 * A table as it was frozen for a checkpoint.
 *
 * @param table to be told when it is durable
 * @param descriptor with its size then
 * @param version to be told then
 * @param changes copies out what was changed
 * @param release lets go of it; may be called twice
 */
record FrozenTable(
    StoredTable table,
    TableDescriptor descriptor,
    int version,
    Consumer<PackedRecords> changes,
    Runnable release) {}
