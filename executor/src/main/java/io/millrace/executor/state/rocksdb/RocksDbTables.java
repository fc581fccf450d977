package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.Redistribution;
import io.millrace.executor.state.StateTables;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The tables of one operator shard. Tables of the two kinds may have the same name. */
final class RocksDbTables implements StateTables {
  private final long relationId;
  private final int nodeId;
  private final RocksDbStateBackend backend;
  private final Map<String, StoredTable> tables = new TreeMap<>();

  RocksDbTables(long relationId, int nodeId, RocksDbStateBackend backend) {
    this.relationId = relationId;
    this.nodeId = nodeId;
    this.backend = backend;
  }

  @Override
  public RecordTable records(String name, RecordLayout layout, Redistribution redistribution) {
    return ((StoredRecords) table(name, layout, redistribution)).table();
  }

  @Override
  public OrderedTable ordered(String name, Redistribution redistribution) {
    return (StoredOrdered) table(name, null, redistribution);
  }

  private StoredTable table(String name, RecordLayout layout, Redistribution redistribution) {
    String key = mapKey(name, layout);
    StoredTable table = tables.get(key);
    if (table == null) {
      table = backend.newTable(relationId, nodeId, name, layout, redistribution);
      tables.put(key, table);
    }
    table.descriptor().require(layout, redistribution);
    return table;
  }

  private static String mapKey(String name, RecordLayout layout) {
    return (layout == null ? "ordered " : "records ") + name;
  }

  /** Adds a table that the checkpoint has. */
  void add(StoredTable table) {
    tables.put(mapKey(table.descriptor().name(), table.descriptor().layout()), table);
  }

  Collection<StoredTable> all() {
    return tables.values();
  }
}
