package io.millrace.planner;

import io.millrace.planner.adhoc.RowMemory;

/** For tests that hold few rows. */
public final class UnlimitedMemory implements RowMemory {
  @Override
  public void hold(long bytes) {
    // There is always room.
  }

  @Override
  public void release(long bytes) {
    // Nothing was counted.
  }
}
