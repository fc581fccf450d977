package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.table.Bytes;
import io.millrace.executor.state.table.EntryTarget;
import io.millrace.executor.state.table.MemoryBudget;
import io.millrace.executor.state.table.OrderedTree;
import io.millrace.executor.state.table.TableDescriptor;
import java.util.Arrays;
import java.util.function.Supplier;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;

/**
 * An ordered table over its part of RocksDB. While it fits into memory the tree has all of it.
 * Later the tree has what was changed, and is merged with what RocksDB has.
 */
final class StoredOrdered implements OrderedTable, StoredTable {
  private static final int ADDS_BETWEEN_CHECKS = 4096;

  private TableDescriptor descriptor;
  private final Home home;
  private final Supplier<RocksDbStore> store;
  private final MemoryBudget budget;
  private final OrderedTree tree = new OrderedTree(true);
  private boolean complete = true;
  private long size;
  private long reportedBytes;
  private int addsUntilCheck = ADDS_BETWEEN_CHECKS;

  /** Reads this table's part, as it was when the tree was last told that it is so; or null. */
  private RocksIterator iterator;

  private ReadOptions readOptions;

  StoredOrdered(
      TableDescriptor descriptor, Home home, Supplier<RocksDbStore> store, MemoryBudget budget) {
    this.descriptor = descriptor;
    this.home = home;
    this.store = store;
    this.budget = budget;
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
  public long size() {
    return size;
  }

  @Override
  public long add(byte[] key, int offset, int length, long delta) {
    if (--addsUntilCheck <= 0) {
      keepToBudget();
    }
    if (!complete && !tree.contains(key, offset, length)) {
      byte[] stored = store.get().get(rocksKey(key, offset, length));
      if (stored != null) {
        tree.load(key, offset, length, Bytes.getLong(stored, 0));
      }
    }
    long before = tree.size();
    long count = tree.add(key, offset, length, delta);
    size += tree.size() - before;
    return count;
  }

  private byte[] rocksKey(byte[] key, int offset, int length) {
    byte[] result = new byte[RocksDbKeys.PREFIX + length];
    RocksDbKeys.putPrefix(result, descriptor.number(), 0);
    System.arraycopy(key, offset, result, RocksDbKeys.PREFIX, length);
    return result;
  }

  @Override
  public byte[] first(byte[] prefix, int offset, int length) {
    byte[] inTree = tree.first(prefix, offset, length);
    if (complete) {
      return inTree;
    }
    byte[] rocksPrefix = rocksKey(prefix, offset, length);
    openIterator();
    iterator.seek(rocksPrefix);
    while (iterator.isValid()) {
      byte[] key = iterator.key();
      if (!beginsWith(key, rocksPrefix) || (inTree != null && compare(key, inTree) >= 0)) {
        break;
      }
      if (countsHere(key)) {
        return Arrays.copyOfRange(key, RocksDbKeys.PREFIX, key.length);
      }
      iterator.next();
    }
    store.get().check(iterator);
    return inTree;
  }

  @Override
  public byte[] last(byte[] prefix, int offset, int length) {
    byte[] inTree = tree.last(prefix, offset, length);
    if (complete) {
      return inTree;
    }
    byte[] rocksPrefix = rocksKey(prefix, offset, length);
    openIterator();
    seekBehind(rocksPrefix);
    while (iterator.isValid()) {
      byte[] key = iterator.key();
      if (!beginsWith(key, rocksPrefix) || (inTree != null && compare(key, inTree) <= 0)) {
        break;
      }
      if (countsHere(key)) {
        return Arrays.copyOfRange(key, RocksDbKeys.PREFIX, key.length);
      }
      iterator.prev();
    }
    store.get().check(iterator);
    return inTree;
  }

  @Override
  public Scan scan(byte[] key, int offset, int length, int prefixLength) {
    if (complete) {
      return tree.scan(key, offset, length, prefixLength);
    }
    openIterator();
    iterator.seek(rocksKey(key, offset, length));
    return new MergedScan(
        store.get(),
        iterator,
        rocksKey(key, offset, prefixLength),
        tree.scanWithZeros(key, offset, length, prefixLength));
  }

  /** Goes to the last key that begins with a prefix, or is before it. */
  private void seekBehind(byte[] prefix) {
    byte[] behind = prefix.clone();
    int last = behind.length - 1;
    while (last >= 0 && behind[last] == -1) {
      last--;
    }
    // The table's number is never all ones, so there always is something behind.
    behind = Arrays.copyOf(behind, last + 1);
    behind[last]++;
    iterator.seekForPrev(behind);
    if (iterator.isValid() && Arrays.equals(iterator.key(), behind)) {
      iterator.prev();
    }
  }

  /** Whether a key of RocksDB is one of the table: it counts, and the tree does not know better. */
  private boolean countsHere(byte[] key) {
    return Bytes.getLong(iterator.value(), 0) > 0
        && !tree.contains(key, RocksDbKeys.PREFIX, key.length - RocksDbKeys.PREFIX);
  }

  private static boolean beginsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  private static int compare(byte[] rocksKey, byte[] key) {
    return Arrays.compareUnsigned(
        rocksKey, RocksDbKeys.PREFIX, rocksKey.length, key, 0, key.length);
  }

  private void openIterator() {
    if (iterator == null) {
      readOptions = new ReadOptions();
      iterator = store.get().iterator(readOptions);
    }
  }

  private void closeIterator() {
    if (iterator != null) {
      iterator.close();
      readOptions.close();
      iterator = null;
    }
  }

  @Override
  public void entry(byte[] bytes, int keyOffset, int keyLength, int valueLength) {
    boolean removed = valueLength == EntryTarget.REMOVED;
    tree.restore(
        bytes, keyOffset, keyLength, removed ? 0 : Bytes.getLong(bytes, keyOffset + keyLength));
  }

  @Override
  public void load(byte[] key, byte[] value) {
    int length = key.length - RocksDbKeys.PREFIX;
    tree.load(key, RocksDbKeys.PREFIX, length, Bytes.getLong(value, 0));
  }

  @Override
  public void setSize(long newSize) {
    size = newSize;
    complete = tree.size() == newSize;
  }

  @Override
  public FrozenTable freeze() {
    return FrozenTable.of(this, size, tree.freeze());
  }

  @Override
  public void durable(int version) {
    closeIterator();
    tree.durable(version);
  }

  @Override
  public void keepToBudget() {
    addsUntilCheck = ADDS_BETWEEN_CHECKS;
    reportMemory();
    if (!budget.isExceeded()) {
      return;
    }
    // A small table is not worth it: what it frees is little, and what it costs is much.
    boolean worthIt = 16 * reportedBytes >= budget.used() || budget.isShort();
    if (home.mayEvict(reportedBytes, budget) && worthIt) {
      closeIterator();
      complete &= tree.evictUnchanged() == 0;
      reportMemory();
    }
    budget.setShort(budget.isExceeded());
  }

  @Override
  public void reportMemory() {
    long bytes = tree.memoryBytes();
    budget.add(bytes - reportedBytes);
    reportedBytes = bytes;
  }

  @Override
  public int hash(byte[] bytes, int keyOffset) {
    return 0;
  }

  @Override
  public long memoryBytes() {
    return reportedBytes;
  }

  @Override
  public void forget() {
    closeIterator();
    budget.add(-reportedBytes);
    reportedBytes = 0;
  }
}
