package io.millrace.executor.state.changes;

import io.millrace.executor.state.table.FrozenEntries;

/**
 * A table that is to be in the change files.
 *
 * @param number names it among all tables that the worker ever had
 * @param isNew whether the files do not hold it yet, so that all of it is written
 */
public record ChangedTable(int number, FrozenEntries entries, boolean isNew) {}
