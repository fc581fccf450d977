package io.millrace.executor.state.table;

import io.millrace.executor.state.OrderedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ordered table of all backends: a B+ tree whose nodes are shared with frozen pictures of it
 * until they are changed. If changes are tracked, each entry names the version of its last change,
 * and an entry whose count became 0 stays until that is durable.
 */
public final class OrderedTree implements OrderedTable {
  private static final int MERGED = TreeNode.CAPACITY / 2;

  private final boolean tracked;
  private TreeNode root = new TreeNode(1, true);
  private int stamp = 1;
  private int version = 1;
  private int durable;
  private long size;
  private long nodeCount = 1;
  private long keyBytes;
  private long addedCount;

  /** Whether entries with count 0 are inserted. */
  private boolean keepsZeros;

  /**
   * @param tracked whether changes are remembered for checkpoints
   */
  public OrderedTree(boolean tracked) {
    this.tracked = tracked;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long add(byte[] key, int offset, int length, long delta) {
    update(key, offset, length, delta, version);
    return addedCount;
  }

  /** Adds a key with a count that a backend has stored; it is not changed and not there yet. */
  public void load(byte[] key, int offset, int length, long count) {
    update(key, offset, length, count, 0);
  }

  /** Gives a key the count that a later file says; 0 if it was removed. It is not changed. */
  public void restore(byte[] key, int offset, int length, long count) {
    update(key, offset, length, count - count(key, offset, length), 0);
  }

  private long count(byte[] key, int offset, int length) {
    TreeNode leaf = leafOf(key, offset, length);
    int at = leaf.lowerBound(key, offset, length);
    return at < leaf.size && leaf.compare(at, key, offset, length) == 0 ? leaf.counts[at] : 0;
  }

  private TreeNode leafOf(byte[] key, int offset, int length) {
    TreeNode node = root;
    while (!node.leaf) {
      node = node.children[node.childOf(key, offset, length)];
    }
    return node;
  }

  private void update(byte[] key, int offset, int length, long delta, int changeVersion) {
    root = root.writable(stamp);
    TreeNode right = update(root, key, offset, length, delta, changeVersion);
    if (right != null) {
      TreeNode parent = newNode(false);
      parent.insert(0, key, offset, 0);
      parent.children[0] = root;
      parent.insert(1, right.heap, right.starts[0], right.lengths[0]);
      parent.children[1] = right;
      parent.sum();
      root = parent;
    }
    shrinkRoot();
  }

  private void shrinkRoot() {
    while (!root.leaf && root.size <= 1) {
      nodeCount--;
      root = root.size == 1 ? root.children[0] : newNode(true);
    }
  }

  private TreeNode newNode(boolean leaf) {
    nodeCount++;
    return new TreeNode(stamp, leaf);
  }

  /**
   * Adds to a key's count in a subtree.
   *
   * @param node writable
   * @return a new right neighbour, if the node had to be split
   */
  private TreeNode update(
      TreeNode node, byte[] key, int offset, int length, long delta, int changeVersion) {
    if (node.leaf) {
      return updateLeaf(node, key, offset, length, delta, changeVersion);
    }
    int at = node.childOf(key, offset, length);
    TreeNode child = node.children[at].writable(stamp);
    node.children[at] = child;
    int positives = child.positives;
    int zeros = child.zeros;
    TreeNode right = update(child, key, offset, length, delta, changeVersion);
    node.newest = Math.max(node.newest, changeVersion);
    node.positives += child.positives - positives;
    node.zeros += child.zeros - zeros;
    if (right == null) {
      tidy(node, at);
      return null;
    }
    node.positives += right.positives;
    node.zeros += right.zeros;
    TreeNode target = node;
    TreeNode newNeighbour = null;
    int place = at + 1;
    if (node.size == TreeNode.CAPACITY) {
      newNeighbour = node.split(node.size / 2);
      nodeCount++;
      if (place > node.size) {
        place -= node.size;
        target = newNeighbour;
      }
    }
    target.insert(place, right.heap, right.starts[0], right.lengths[0]);
    target.children[place] = right;
    if (newNeighbour != null) {
      node.sum();
      newNeighbour.sum();
    }
    return newNeighbour;
  }

  /** Removes a child that is empty, and merges a small leaf with its right neighbour. */
  private void tidy(TreeNode node, int at) {
    TreeNode child = node.children[at];
    if (child.size == 0) {
      node.remove(at);
      nodeCount--;
      return;
    }
    if (!child.leaf || child.size > MERGED / 2 || at + 1 >= node.size) {
      return;
    }
    TreeNode neighbour = node.children[at + 1];
    if (child.size + neighbour.size <= MERGED) {
      child = child.writable(stamp);
      node.children[at] = child;
      for (int i = 0; i < neighbour.size; i++) {
        child.append(neighbour, i);
      }
      child.sum();
      node.remove(at + 1);
      nodeCount--;
    }
  }

  private TreeNode updateLeaf(
      TreeNode leaf, byte[] key, int offset, int length, long delta, int changeVersion) {
    int at = leaf.lowerBound(key, offset, length);
    boolean found = at < leaf.size && leaf.compare(at, key, offset, length) == 0;
    if (!found) {
      addedCount = delta;
      return delta == 0 && !keepsZeros
          ? null
          : insert(leaf, at, key, offset, length, delta, changeVersion);
    }
    long old = leaf.counts[at];
    long count = Math.addExact(old, delta);
    addedCount = count;
    size += (count != 0 ? 1 : 0) - (old != 0 ? 1 : 0);
    leaf.positives += (count > 0 ? 1 : 0) - (old > 0 ? 1 : 0);
    if (count == 0 && !tracked) {
      keyBytes -= length;
      leaf.remove(at);
      return null;
    }
    leaf.zeros += (count == 0 ? 1 : 0) - (old == 0 ? 1 : 0);
    leaf.counts[at] = count;
    leaf.versions[at] = changeVersion;
    leaf.newest = Math.max(leaf.newest, changeVersion);
    return null;
  }

  private TreeNode insert(
      TreeNode leaf, int at, byte[] key, int offset, int length, long count, int changeVersion) {
    TreeNode target = leaf;
    TreeNode right = null;
    int place = at;
    if (leaf.size == TreeNode.CAPACITY) {
      // Keys that come in ascending order leave full leaves behind.
      right = leaf.split(at == leaf.size ? leaf.size - 1 : leaf.size / 2);
      nodeCount++;
      if (place > leaf.size) {
        place -= leaf.size;
        target = right;
      }
    }
    target.insert(place, key, offset, length);
    target.counts[place] = count;
    target.versions[place] = changeVersion;
    target.positives += count > 0 ? 1 : 0;
    target.zeros += count == 0 ? 1 : 0;
    target.newest = Math.max(target.newest, changeVersion);
    size += count != 0 ? 1 : 0;
    keyBytes += length;
    return right;
  }

  /** Whether a key has an entry, be it that its count became 0 and that is not durable yet. */
  public boolean contains(byte[] key, int offset, int length) {
    TreeNode leaf = leafOf(key, offset, length);
    int at = leaf.lowerBound(key, offset, length);
    return at < leaf.size && leaf.compare(at, key, offset, length) == 0;
  }

  /**
   * Removes all entries that were not changed since the durable version.
   *
   * @return how many keys
   */
  public long evictUnchanged() {
    long before = size;
    Cursor changed = new Cursor(root, durable);
    root = new TreeNode(stamp, true);
    nodeCount = 1;
    keyBytes = 0;
    size = 0;
    keepsZeros = true;
    while (changed.next()) {
      update(
          changed.bytes(),
          changed.keyStart(),
          changed.keyLength(),
          changed.count(),
          changed.version());
    }
    keepsZeros = false;
    return before - size;
  }

  @Override
  public byte[] first(byte[] prefix, int offset, int length) {
    return first(root, prefix, offset, length);
  }

  private static byte[] first(TreeNode node, byte[] prefix, int offset, int length) {
    if (node.positives == 0) {
      return null;
    }
    if (node.leaf) {
      for (int i = node.lowerBound(prefix, offset, length);
          i < node.size && node.comparePrefix(i, prefix, offset, length) == 0;
          i++) {
        if (node.counts[i] > 0) {
          return node.key(i);
        }
      }
      return null;
    }
    int begin = node.childOf(prefix, offset, length);
    for (int i = begin; i < node.size; i++) {
      if (i > begin && node.comparePrefix(i, prefix, offset, length) > 0) {
        return null;
      }
      byte[] found = first(node.children[i], prefix, offset, length);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  @Override
  public byte[] last(byte[] prefix, int offset, int length) {
    return last(root, prefix, offset, length);
  }

  private static byte[] last(TreeNode node, byte[] prefix, int offset, int length) {
    if (node.positives == 0) {
      return null;
    }
    if (node.leaf) {
      for (int i = node.endOfPrefix(0, prefix, offset, length) - 1;
          i >= 0 && node.comparePrefix(i, prefix, offset, length) == 0;
          i--) {
        if (node.counts[i] > 0) {
          return node.key(i);
        }
      }
      return null;
    }
    for (int i = node.endOfPrefix(1, prefix, offset, length) - 1; i >= 0; i--) {
      byte[] found = last(node.children[i], prefix, offset, length);
      if (found != null) {
        return found;
      }
      if (node.comparePrefix(i, prefix, offset, length) < 0) {
        return null;
      }
    }
    return null;
  }

  @Override
  public TreeScan scan(byte[] key, int offset, int length, int prefixLength) {
    return new TreeScan(root, key, offset, length, prefixLength, false);
  }

  /** Like {@link #scan}, with the entries whose count became 0 and that is not durable yet. */
  public TreeScan scanWithZeros(byte[] key, int offset, int length, int prefixLength) {
    return new TreeScan(root, key, offset, length, prefixLength, true);
  }

  /** Ends a version: returns the tree as it is now, for any thread. */
  public Frozen freeze() {
    stamp++;
    return new Frozen(root, version++, durable, size, keyBytes);
  }

  /** Says that a version that was frozen is durable. */
  public void durable(int durableVersion) {
    durable = Math.max(durable, durableVersion);
    if (root.zeros > 0) {
      root = purge(root);
      shrinkRoot();
    }
  }

  /** Removes entries with count 0 whose removal is durable. */
  private TreeNode purge(TreeNode node) {
    if (node.zeros == 0) {
      return node;
    }
    TreeNode result = node.writable(stamp);
    for (int i = result.size - 1; i >= 0; i--) {
      if (!result.leaf) {
        result.children[i] = purge(result.children[i]);
        tidy(result, i);
      } else if (result.counts[i] == 0 && result.versions[i] <= durable) {
        keyBytes -= result.lengths[i];
        result.remove(i);
      }
    }
    result.sum();
    return result;
  }

  /** The memory that the tree takes, estimated. */
  public long memoryBytes() {
    return nodeCount * (160 + 24L * TreeNode.CAPACITY) + keyBytes + keyBytes / 2;
  }

  /**
   * A tree as it was.
   *
   * @param version to be named when it is durable
   * @param durable the version that was durable then
   * @param size how many keys it had
   * @param keyBytes their lengths added up
   */
  public record Frozen(TreeNode root, int version, int durable, long size, long keyBytes)
      implements FrozenEntries {
    private static final int COUNT_BYTES = 8;

    /** A pass over all keys whose count is not 0. */
    public Cursor cursor() {
      return new Cursor(root, -1);
    }

    @Override
    public long bytes() {
      return size * (EntryTarget.HEADER_BYTES + COUNT_BYTES) + keyBytes;
    }

    /** A key's value is its count, in 8 bytes; one with count 0 is removed. */
    @Override
    public void copyChanges(EntryTarget target) {
      Cursor changes = new Cursor(root, durable);
      while (changes.next()) {
        copy(changes.bytes(), changes.keyStart(), changes.keyLength(), changes.count(), target);
      }
    }

    private static void copy(byte[] keys, int start, int length, long count, EntryTarget target) {
      boolean removed = count == 0;
      int place = target.add(0, length, removed ? EntryTarget.REMOVED : COUNT_BYTES);
      System.arraycopy(keys, start, target.chunk(), place, length);
      if (!removed) {
        Bytes.putLong(target.chunk(), place + length, count);
      }
    }

    /** A position is a key. */
    @Override
    public byte[] copy(byte[] position, EntryTarget target, long bytes) {
      TreeScan rest = new TreeScan(root, position, 0, position.length, 0, false);
      long left = bytes;
      while (rest.next()) {
        if (left <= 0) {
          return Arrays.copyOfRange(rest.bytes(), rest.start(), rest.start() + rest.length());
        }
        copy(rest.bytes(), rest.start(), rest.length(), rest.count(), target);
        left -= EntryTarget.HEADER_BYTES + rest.length() + COUNT_BYTES;
      }
      return null;
    }

    @Override
    public void close() {}
  }

  /** A pass in the order of the keys. */
  public static final class Cursor {
    private final List<TreeNode> path = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();
    private final int newerThan;
    private TreeNode leaf;
    private int entry;

    private Cursor(TreeNode root, int newerThan) {
      this.newerThan = newerThan;
      descend(root);
    }

    private void descend(TreeNode from) {
      TreeNode node = from;
      while (!node.leaf) {
        path.add(node);
        positions.add(0);
        node = node.children[0];
      }
      leaf = node;
      entry = -1;
    }

    public boolean next() {
      while (leaf != null) {
        while (++entry < leaf.size) {
          if (newerThan < 0 ? leaf.counts[entry] != 0 : leaf.versions[entry] > newerThan) {
            return true;
          }
        }
        nextLeaf();
      }
      return false;
    }

    private void nextLeaf() {
      leaf = null;
      while (!path.isEmpty() && leaf == null) {
        int top = path.size() - 1;
        TreeNode node = path.get(top);
        int at = positions.get(top) + 1;
        while (at < node.size && newerThan >= 0 && node.children[at].newest <= newerThan) {
          at++;
        }
        if (at < node.size) {
          positions.set(top, at);
          descend(node.children[at]);
        } else {
          path.remove(top);
          positions.remove(top);
        }
      }
    }

    /** The array that holds the current key. */
    public byte[] bytes() {
      return leaf.heap;
    }

    public int keyStart() {
      return leaf.starts[entry];
    }

    public int keyLength() {
      return leaf.lengths[entry];
    }

    public long count() {
      return leaf.counts[entry];
    }

    private int version() {
      return leaf.versions[entry];
    }
  }
}
