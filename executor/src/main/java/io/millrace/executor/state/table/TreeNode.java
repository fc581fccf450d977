package io.millrace.executor.state.table;

import java.util.Arrays;

/**
 * A node of an {@link OrderedTree}. A leaf has keys with their counts and versions; an inner node
 * has children, each with the key from which it begins (that of the first one means nothing). Keys
 * are in one byte array in any order, their places in arrays in the order of the keys. A node is
 * changed only while its tree's stamp is its own; otherwise it is copied.
 */
final class TreeNode {
  static final int CAPACITY = 64;

  final int stamp;
  final boolean leaf;
  int size;
  int[] starts = new int[CAPACITY];
  int[] lengths = new int[CAPACITY];
  byte[] heap;
  int heapEnd;

  /** Of a leaf. */
  long[] counts;

  int[] versions;

  /** Of an inner node. */
  TreeNode[] children;

  /** Of the whole subtree: entries with positive counts, with count 0, newest version. */
  int positives;

  int zeros;
  int newest;

  TreeNode(int stamp, boolean leaf) {
    this.stamp = stamp;
    this.leaf = leaf;
    this.heap = new byte[256];
    if (leaf) {
      counts = new long[CAPACITY];
      versions = new int[CAPACITY];
    } else {
      children = new TreeNode[CAPACITY];
    }
  }

  private TreeNode(TreeNode other, int stamp) {
    this.stamp = stamp;
    this.leaf = other.leaf;
    this.size = other.size;
    this.starts = other.starts.clone();
    this.lengths = other.lengths.clone();
    this.heap = other.heap.clone();
    this.heapEnd = other.heapEnd;
    this.counts = leaf ? other.counts.clone() : null;
    this.versions = leaf ? other.versions.clone() : null;
    this.children = leaf ? null : other.children.clone();
    this.positives = other.positives;
    this.zeros = other.zeros;
    this.newest = other.newest;
  }

  /** This node, or a copy of it that may be changed. */
  TreeNode writable(int currentStamp) {
    return stamp == currentStamp ? this : new TreeNode(this, currentStamp);
  }

  int compare(int entry, byte[] key, int offset, int length) {
    int start = starts[entry];
    return Arrays.compareUnsigned(
        heap, start, start + lengths[entry], key, offset, offset + length);
  }

  /** Compares the beginning of a key: 0 if it begins with the prefix. */
  int comparePrefix(int entry, byte[] prefix, int offset, int length) {
    int start = starts[entry];
    int compared = Math.min(lengths[entry], length);
    return Arrays.compareUnsigned(heap, start, start + compared, prefix, offset, offset + length);
  }

  /** The first entry of a leaf whose key is not less. */
  int lowerBound(byte[] key, int offset, int length) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(middle, key, offset, length) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The child of an inner node in which a key is, or would be. */
  int childOf(byte[] key, int offset, int length) {
    int low = 1;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(middle, key, offset, length) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** The first entry, from {@code from} on, whose key is behind all that begin with the prefix. */
  int endOfPrefix(int from, byte[] prefix, int offset, int length) {
    int low = from;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (comparePrefix(middle, prefix, offset, length) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Makes room for an entry, and stores its key. The node is not full. */
  void insert(int at, byte[] key, int offset, int length) {
    // Before the entry has a place in the arrays, since packing the heap looks at all that have.
    int start = place(length);
    int moved = size - at;
    System.arraycopy(starts, at, starts, at + 1, moved);
    System.arraycopy(lengths, at, lengths, at + 1, moved);
    if (leaf) {
      System.arraycopy(counts, at, counts, at + 1, moved);
      System.arraycopy(versions, at, versions, at + 1, moved);
    } else {
      System.arraycopy(children, at, children, at + 1, moved);
    }
    size++;
    starts[at] = start;
    lengths[at] = length;
    System.arraycopy(key, offset, heap, start, length);
  }

  private int place(int length) {
    if (heapEnd + length > heap.length) {
      int used = 0;
      for (int i = 0; i < size; i++) {
        used += lengths[i];
      }
      int wanted = used + length;
      byte[] packed = new byte[2 * wanted > heap.length ? wanted + wanted / 2 + 64 : heap.length];
      int end = 0;
      for (int i = 0; i < size; i++) {
        System.arraycopy(heap, starts[i], packed, end, lengths[i]);
        starts[i] = end;
        end += lengths[i];
      }
      heap = packed;
      heapEnd = end;
    }
    int place = heapEnd;
    heapEnd += length;
    return place;
  }

  /** Removes an entry; the caller keeps the sums. */
  void remove(int at) {
    int moved = size - at - 1;
    System.arraycopy(starts, at + 1, starts, at, moved);
    System.arraycopy(lengths, at + 1, lengths, at, moved);
    if (leaf) {
      System.arraycopy(counts, at + 1, counts, at, moved);
      System.arraycopy(versions, at + 1, versions, at, moved);
    } else {
      System.arraycopy(children, at + 1, children, at, moved);
      children[size - 1] = null;
    }
    size--;
  }

  /**
   * Moves entries from {@code at} on to a new node, which is returned.
   *
   * @param at not 0
   */
  TreeNode split(int at) {
    TreeNode right = new TreeNode(stamp, leaf);
    for (int i = at; i < size; i++) {
      right.append(this, i);
    }
    if (!leaf) {
      Arrays.fill(children, at, size, null);
    }
    size = at;
    sum();
    right.sum();
    return right;
  }

  /** Appends an entry of another node. */
  void append(TreeNode other, int entry) {
    int at = size;
    insert(at, other.heap, other.starts[entry], other.lengths[entry]);
    if (leaf) {
      counts[at] = other.counts[entry];
      versions[at] = other.versions[entry];
    } else {
      children[at] = other.children[entry];
    }
  }

  /** Computes what is kept of the subtree from the entries or children. */
  void sum() {
    positives = 0;
    zeros = 0;
    newest = 0;
    for (int i = 0; i < size; i++) {
      if (leaf) {
        positives += counts[i] > 0 ? 1 : 0;
        zeros += counts[i] == 0 ? 1 : 0;
        newest = Math.max(newest, versions[i]);
      } else {
        positives += children[i].positives;
        zeros += children[i].zeros;
        newest = Math.max(newest, children[i].newest);
      }
    }
  }

  byte[] key(int entry) {
    return Arrays.copyOfRange(heap, starts[entry], starts[entry] + lengths[entry]);
  }

  long memoryBytes() {
    return 160 + heap.length + (8 + 12 + 4 + 8) * (long) CAPACITY;
  }
}
