package io.millrace.executor.state;

/**
 * A sorted map from byte strings (compared unsigned, byte by byte) to signed counts; a key whose
 * count becomes 0 is not there. With a prefix for the group and an order-preserving code of the
 * value it is a sorted multiset for each group.
 */
public interface OrderedTable {
  /**
   * Adds to a key's count.
   *
   * @return the new count
   */
  long add(byte[] key, int offset, int length, long delta);

  /** The smallest key with a positive count that begins with the prefix, or null; a copy. */
  byte[] first(byte[] prefix, int offset, int length);

  /** The largest key with a positive count that begins with the prefix, or null; a copy. */
  byte[] last(byte[] prefix, int offset, int length);

  /** How many keys there are. */
  long size();
}
