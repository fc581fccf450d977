package io.millrace.executor.state.memory;

import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.StateTables;
import io.millrace.executor.state.table.OrderedTree;
import io.millrace.executor.state.table.PagePool;
import io.millrace.executor.state.table.PagedRecordTable;
import io.millrace.executor.state.table.TableDescriptor;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tables of one operator shard. */
final class MemoryTables implements StateTables {
  private final long relationId;
  private final int nodeId;
  private final PagePool pool;
  private final Map<String, PagedRecordTable> records = new TreeMap<>();
  private final Map<String, OrderedTree> ordered = new TreeMap<>();

  MemoryTables(long relationId, int nodeId, PagePool pool) {
    this.relationId = relationId;
    this.nodeId = nodeId;
    this.pool = pool;
  }

  @Override
  public RecordTable records(String name, RecordLayout layout) {
    PagedRecordTable table = recordTable(name, layout);
    if (!table.layout().equals(layout)) {
      throw TableDescriptor.incompatible(relationId, nodeId, name, table.layout(), layout);
    }
    return table;
  }

  PagedRecordTable recordTable(String name, RecordLayout layout) {
    return records.computeIfAbsent(name, n -> new PagedRecordTable(layout, pool));
  }

  @Override
  public OrderedTable ordered(String name) {
    return orderedTree(name);
  }

  OrderedTree orderedTree(String name) {
    return ordered.computeIfAbsent(name, n -> new OrderedTree(false));
  }

  void freeze(List<FrozenTable> target) {
    records.forEach(
        (name, table) ->
            target.add(
                new FrozenTable(
                    new TableDescriptor(relationId, nodeId, name, 0, table.layout(), table.size()),
                    table.residentSnapshot(),
                    null)));
    ordered.forEach(
        (name, table) ->
            target.add(
                new FrozenTable(
                    new TableDescriptor(relationId, nodeId, name, 0, null, table.size()),
                    null,
                    table.freeze())));
  }

  long memoryBytes() {
    long bytes = 0;
    for (PagedRecordTable table : records.values()) {
      bytes += table.memoryBytes();
    }
    for (OrderedTree table : ordered.values()) {
      bytes += table.memoryBytes();
    }
    return bytes;
  }
}
