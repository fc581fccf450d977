package io.millrace.planner.adhoc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimates how much memory the different ones among many rows take: exactly while they are few,
 * then by those whose hash ends in a number of zeros (adaptive sampling, after Wegman).
 */
final class GroupSizes {
  private static final int SAMPLE = 4096;

  private final int[] columns;
  private final long overhead;
  private final Map<Long, Long> sample = new HashMap<>();
  private int zeros;
  private long sampledBytes;

  /**
   * @param columns by which rows are told apart; empty: by all
   * @param overhead added to the size of each row
   */
  GroupSizes(List<Integer> columns, long overhead) {
    this.columns = columns.stream().mapToInt(Integer::intValue).toArray();
    this.overhead = overhead;
  }

  void add(Object row) {
    long hash = hash(row);
    if (Long.numberOfTrailingZeros(hash) < zeros || sample.containsKey(hash)) {
      return;
    }
    long bytes = RowSizes.of(row) + overhead;
    sample.put(hash, bytes);
    sampledBytes += bytes;
    while (sample.size() > SAMPLE) {
      zeros++;
      sample.keySet().removeIf(kept -> Long.numberOfTrailingZeros(kept) < zeros);
      sampledBytes = sample.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  long bytes() {
    return sampledBytes << zeros;
  }

  private long hash(Object row) {
    long hash = 0;
    if (row instanceof Object[] values) {
      if (columns.length == 0) {
        for (Object value : values) {
          hash = mix(hash + hashOf(value));
        }
      }
      for (int column : columns) {
        hash = mix(hash + hashOf(values[column]));
      }
      return hash;
    }
    if (row instanceof List<?> values) {
      return hash(values.toArray());
    }
    return mix(hashOf(row));
  }

  private static long hashOf(Object value) {
    return value instanceof Long number ? number : value == null ? 7 : value.hashCode();
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return (mixed ^ (mixed >>> 31)) + 0x9e3779b97f4a7c15L;
  }
}
