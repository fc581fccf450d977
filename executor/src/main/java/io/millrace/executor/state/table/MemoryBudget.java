package io.millrace.executor.state.table;

/**
 * How much memory the tables of a backend may take together. Each table reports what it takes, and
 * when they are over the limit gives up its share of the excess at its own next look-up, when
 * nobody holds its slots. One thread owns it.
 */
public final class MemoryBudget {
  private static final int MAX_KEYS_BETWEEN_CHECKS = 8192;

  private final long limit;
  private long used;
  private boolean isShort;

  /**
   * @param limit bytes
   */
  public MemoryBudget(long limit) {
    this.limit = limit;
  }

  /** Takes in that a table takes more than before, or less. */
  public void add(long difference) {
    used += difference;
  }

  public long used() {
    return used;
  }

  /** Whether evicting what could be evicted was not enough. */
  public boolean isShort() {
    return isShort;
  }

  public void setShort(boolean value) {
    isShort = value;
  }

  public boolean isExceeded() {
    return used > limit;
  }

  /** What a table with so many bytes should free now: its share of the excess and a little more. */
  public long shareOfExcess(long bytes) {
    return (long) ((double) (used - limit) / used * bytes) + (bytes >> 4);
  }

  /** After how many looked-up keys a table looks at the budget again. */
  int keysBetweenChecks() {
    return (int) Math.min(MAX_KEYS_BETWEEN_CHECKS, limit >>> 10);
  }
}
