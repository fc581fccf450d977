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

  /**
   * A pass over the keys that begin with a prefix, whatever the sign of their counts, in order.
   * Valid until the table is asked for anything else.
   *
   * @param key where it begins: the first key that is not less
   * @param prefixLength how many of its bytes are the prefix
   */
  Scan scan(byte[] key, int offset, int length, int prefixLength);

  /** One pass. After {@link #next} returned true the accessors speak of the current key. */
  interface Scan {
    boolean next();

    /** The array that holds the current key, from {@link #start} on. */
    byte[] bytes();

    int start();

    /** The length of the whole key. */
    int length();

    /** Not 0. */
    long count();
  }

  /** How many keys there are. */
  long size();
}
