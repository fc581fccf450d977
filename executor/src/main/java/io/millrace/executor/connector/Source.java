package io.millrace.executor.connector;

import java.util.List;

/** An opened source. */
public interface Source extends AutoCloseable {
  /** Whether every split ends and no split is added after the first discovery. */
  boolean isBounded();

  /**
   * All splits there are now, those known before included. Called from time to time by one thread
   * that may block a little; must be in the order in which splits should be read.
   */
  List<Split> discoverSplits();

  /**
   * Starts to read a split. Readers of several splits, and of one split for several consumers, may
   * be open at once.
   *
   * @param position as {@link SplitReader#position} gave it, or null for the start
   * @param end a position at which to end, or null for the split's own end
   */
  SplitReader read(Split split, String position, String end);

  @Override
  void close();
}
