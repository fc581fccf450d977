package io.millrace.executor.state.rocksdb;

import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.table.Bytes;
import io.millrace.executor.state.table.TreeScan;
import java.util.Arrays;
import org.rocksdb.RocksIterator;

/** What the tree and RocksDB have, in order; where both have a key the tree knows better. */
final class MergedScan implements OrderedTable.Scan {
  private final RocksDbStore store;
  private final RocksIterator iterator;
  private final byte[] prefix;
  private final TreeScan tree;
  private boolean treeHas;

  /** The key that RocksDB is at, with its table's prefix, or null. */
  private byte[] stored;

  private boolean atTree;
  private boolean begun;

  /**
   * @param iterator at the first key with the prefix or behind it
   * @param tree with zeros
   */
  MergedScan(RocksDbStore store, RocksIterator iterator, byte[] prefix, TreeScan tree) {
    this.store = store;
    this.iterator = iterator;
    this.prefix = prefix;
    this.tree = tree;
  }

  @Override
  public boolean next() {
    if (!begun) {
      begun = true;
      treeHas = tree.next();
      readStored();
    } else if (atTree) {
      treeHas = tree.next();
    } else {
      nextStored();
    }
    while (treeHas || stored != null) {
      int order = order();
      if (order == 0) {
        nextStored();
      } else {
        atTree = order < 0;
        if (!atTree || tree.count() != 0) {
          return true;
        }
        treeHas = tree.next();
      }
    }
    return false;
  }

  private int order() {
    if (!treeHas || stored == null) {
      return treeHas ? -1 : 1;
    }
    return Arrays.compareUnsigned(
        tree.bytes(),
        tree.start(),
        tree.start() + tree.length(),
        stored,
        RocksDbKeys.PREFIX,
        stored.length);
  }

  private void nextStored() {
    iterator.next();
    readStored();
  }

  private void readStored() {
    stored = null;
    if (!iterator.isValid()) {
      store.check(iterator);
      return;
    }
    byte[] key = iterator.key();
    if (key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)) {
      stored = key;
    }
  }

  @Override
  public byte[] bytes() {
    return atTree ? tree.bytes() : stored;
  }

  @Override
  public int start() {
    return atTree ? tree.start() : RocksDbKeys.PREFIX;
  }

  @Override
  public int length() {
    return atTree ? tree.length() : stored.length - RocksDbKeys.PREFIX;
  }

  @Override
  public long count() {
    return atTree ? tree.count() : Bytes.getLong(iterator.value(), 0);
  }
}
