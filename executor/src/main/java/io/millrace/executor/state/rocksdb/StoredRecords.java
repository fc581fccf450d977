package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.KeyGroups;
import io.millrace.executor.state.RecordSnapshot;
import io.millrace.executor.state.table.ColdRecords;
import io.millrace.executor.state.table.MemoryBudget;
import io.millrace.executor.state.table.PagePool;
import io.millrace.executor.state.table.PagedRecordTable;
import io.millrace.executor.state.table.StoredKeys;
import io.millrace.executor.state.table.TableDescriptor;
import io.millrace.executor.state.table.TableSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** A table of records over its part of RocksDB. */
final class StoredRecords implements StoredTable, ColdRecords {
  private TableDescriptor descriptor;
  private final Home home;
  private final Supplier<RocksDbStore> store;
  private final MemoryBudget budget;
  private final int keyGroups;
  private final PagedRecordTable table;

  StoredRecords(
      TableDescriptor descriptor,
      Home home,
      Supplier<RocksDbStore> store,
      int keyGroups,
      PagePool pool,
      MemoryBudget budget) {
    this.descriptor = descriptor;
    this.home = home;
    this.store = store;
    this.budget = budget;
    this.keyGroups = keyGroups;
    this.table = new PagedRecordTable(descriptor.layout(), pool, budget, this);
  }

  PagedRecordTable table() {
    return table;
  }

  @Override
  public TableDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public void renumber(int number) {
    descriptor = descriptor.withNumber(number);
  }

  @Override
  public Home home() {
    return home;
  }

  @Override
  public boolean holdsDurable() {
    return home.mayEvict(table.memoryBytes(), budget);
  }

  @Override
  public void entry(byte[] bytes, int keyOffset, int keyLength, int valueLength) {
    table.restore(bytes, keyOffset, keyLength, valueLength);
  }

  @Override
  public void load(byte[] key, byte[] value) {
    table.load(key, RocksDbKeys.PREFIX, key.length - RocksDbKeys.PREFIX, value, 0);
  }

  @Override
  public void setSize(long size) {
    table.setColdRecords(size - table.size());
  }

  @Override
  public FrozenTable freeze() {
    return FrozenTable.of(this, table.size(), table.freeze());
  }

  @Override
  public void durable(int version) {
    table.durable(version);
  }

  @Override
  public void keepToBudget() {
    table.keepToBudget();
  }

  @Override
  public void reportMemory() {
    table.reportMemory();
  }

  @Override
  public int hash(byte[] bytes, int keyOffset) {
    return (int) table.hashOfKey(bytes, keyOffset);
  }

  @Override
  public long memoryBytes() {
    return table.memoryBytes();
  }

  @Override
  public void forget() {
    table.forget();
  }

  @Override
  public void fetch(KeyBatch keys, int[] wanted, int count, PagedRecordTable target) {
    Wanted[] sorted = new Wanted[count];
    for (int i = 0; i < count; i++) {
      byte[] bytes = StoredKeys.of(keys, wanted[i], RocksDbKeys.PREFIX);
      RocksDbKeys.putPrefix(
          bytes, descriptor.number(), KeyGroups.of(keys.hash(wanted[i]), keyGroups));
      sorted[i] = new Wanted(bytes, wanted[i]);
    }
    Arrays.sort(sorted);
    List<byte[]> rocksKeys = new ArrayList<>(count);
    for (Wanted key : sorted) {
      rocksKeys.add(key.bytes);
    }
    List<byte[]> values = store.get().get(rocksKeys);
    for (int i = 0; i < count; i++) {
      if (values.get(i) != null) {
        target.loadCold(keys, sorted[i].key, values.get(i));
      }
    }
  }

  private record Wanted(byte[] bytes, int key) implements Comparable<Wanted> {
    @Override
    public int compareTo(Wanted other) {
      return Arrays.compareUnsigned(bytes, other.bytes);
    }
  }

  @Override
  public RecordSnapshot snapshot(TableSnapshot resident, long size) {
    return new PartialSnapshot(descriptor, store.get(), resident, size);
  }
}
