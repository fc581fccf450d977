package io.millrace.executor.state.memory;

import io.millrace.executor.state.table.OrderedTree;
import io.millrace.executor.state.table.TableDescriptor;
import io.millrace.executor.state.table.TableSnapshot;

/**
 * A table as it was when it was frozen.
 *
 * @param records its records; null if the table is an ordered one
 * @param ordered its keys; null if the table is one of records
 */
record FrozenTable(TableDescriptor descriptor, TableSnapshot records, OrderedTree.Frozen ordered) {
  void close() {
    if (records != null) {
      records.close();
    }
  }
}
