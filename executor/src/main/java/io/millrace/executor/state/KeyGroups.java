package io.millrace.executor.state;

/** Which worker owns which keys: hash to key group, key group to worker by contiguous ranges. */
public final class KeyGroups {
  /** How many key groups a database has unless it says otherwise. */
  public static final int DEFAULT_COUNT = 128;

  private KeyGroups() {}

  /** The key group of a key with this hash. */
  public static int of(int hash, int keyGroups) {
    return Integer.remainderUnsigned(hash, keyGroups);
  }

  /** The worker that owns a key group. */
  public static int worker(int keyGroup, int keyGroups, int workers) {
    return keyGroup * workers / keyGroups;
  }
}
