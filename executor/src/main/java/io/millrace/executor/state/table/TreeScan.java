package io.millrace.executor.state.table;

import io.millrace.executor.state.OrderedTable;
import java.util.Arrays;

/** A pass over the entries of a tree that begin with a prefix. */
public final class TreeScan implements OrderedTable.Scan {
  private final byte[] prefix;
  private final boolean withZeros;
  private TreeNode[] path = new TreeNode[4];
  private int[] positions = new int[4];
  private int depth;
  private TreeNode leaf;
  private int entry;

  /**
   * @param prefixLength how many bytes of the key all entries begin with; the key is where the pass
   *     begins
   * @param withZeros whether entries whose count became 0 are seen too
   */
  TreeScan(TreeNode root, byte[] key, int offset, int length, int prefixLength, boolean withZeros) {
    this.prefix = Arrays.copyOfRange(key, offset, offset + prefixLength);
    this.withZeros = withZeros;
    TreeNode node = root;
    while (!node.leaf) {
      int at = node.childOf(key, offset, length);
      push(node, at);
      node = node.children[at];
    }
    leaf = node;
    entry = node.lowerBound(key, offset, length) - 1;
  }

  private void push(TreeNode node, int position) {
    if (depth == path.length) {
      path = Arrays.copyOf(path, 2 * depth);
      positions = Arrays.copyOf(positions, 2 * depth);
    }
    path[depth] = node;
    positions[depth++] = position;
  }

  @Override
  public boolean next() {
    while (leaf != null) {
      while (++entry < leaf.size) {
        if (leaf.comparePrefix(entry, prefix, 0, prefix.length) != 0) {
          leaf = null;
          return false;
        }
        if (withZeros || leaf.counts[entry] != 0) {
          return true;
        }
      }
      nextLeaf();
    }
    return false;
  }

  private void nextLeaf() {
    leaf = null;
    while (depth > 0 && leaf == null) {
      TreeNode node = path[--depth];
      int at = positions[depth] + 1;
      if (at < node.size) {
        push(node, at);
        node = node.children[at];
        while (!node.leaf) {
          push(node, 0);
          node = node.children[0];
        }
        leaf = node;
        entry = -1;
      }
    }
  }

  @Override
  public byte[] bytes() {
    return leaf.heap;
  }

  @Override
  public int start() {
    return leaf.starts[entry];
  }

  @Override
  public int length() {
    return leaf.lengths[entry];
  }

  @Override
  public long count() {
    return leaf.counts[entry];
  }
}
