package io.millrace.executor.state.memory;

import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.Redistribution;
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
  private final Map<String, Records> records = new TreeMap<>();
  private final Map<String, Ordered> ordered = new TreeMap<>();

  private record Records(TableDescriptor descriptor, PagedRecordTable table) {}

  private record Ordered(TableDescriptor descriptor, OrderedTree tree) {}

  MemoryTables(long relationId, int nodeId, PagePool pool) {
    this.relationId = relationId;
    this.nodeId = nodeId;
    this.pool = pool;
  }

  @Override
  public RecordTable records(String name, RecordLayout layout, Redistribution redistribution) {
    Records found = records(descriptor(name, layout, redistribution));
    found.descriptor.require(layout, redistribution);
    return found.table;
  }

  @Override
  public OrderedTable ordered(String name, Redistribution redistribution) {
    Ordered found = ordered(descriptor(name, null, redistribution));
    found.descriptor.require(null, redistribution);
    return found.tree;
  }

  private TableDescriptor descriptor(
      String name, RecordLayout layout, Redistribution redistribution) {
    return new TableDescriptor(relationId, nodeId, name, 0, layout, redistribution, 0);
  }

  private Records records(TableDescriptor table) {
    return records.computeIfAbsent(
        table.name(), name -> new Records(table, new PagedRecordTable(table.layout(), pool)));
  }

  private Ordered ordered(TableDescriptor table) {
    return ordered.computeIfAbsent(
        table.name(), name -> new Ordered(table, new OrderedTree(false)));
  }

  /** Takes the entries of a table that is stored, which is made if it is not there. */
  StateFile.Entries loading(TableDescriptor table) {
    if (table.layout() != null) {
      PagedRecordTable target = records(table).table;
      return (bytes, keyLength) -> target.load(bytes, 0, keyLength, bytes, keyLength);
    }
    OrderedTree target = ordered(table).tree;
    return (bytes, keyLength) ->
        target.restore(bytes, 0, keyLength, StateFile.count(bytes, keyLength));
  }

  void freeze(List<FrozenTable> target) {
    for (Records table : records.values()) {
      target.add(
          new FrozenTable(
              table.descriptor.withSize(table.table.size()), table.table.residentSnapshot(), null));
    }
    for (Ordered table : ordered.values()) {
      target.add(
          new FrozenTable(table.descriptor.withSize(table.tree.size()), null, table.tree.freeze()));
    }
  }

  long memoryBytes() {
    long bytes = 0;
    for (Records table : records.values()) {
      bytes += table.table.memoryBytes();
    }
    for (Ordered table : ordered.values()) {
      bytes += table.tree.memoryBytes();
    }
    return bytes;
  }
}
