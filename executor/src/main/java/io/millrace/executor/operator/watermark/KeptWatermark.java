package io.millrace.executor.operator.watermark;

import io.millrace.executor.element.Barrier;
import io.millrace.executor.state.OrderedTable;

/** The watermark that was acted on last, which a restart does not take back. */
final class KeptWatermark {
  private static final byte[] NO_PREFIX = {};

  private final OrderedTable table;
  private final byte[] bytes = new byte[8];
  private long value = Barrier.NO_WATERMARK;
  private boolean read;

  KeptWatermark(OrderedTable table) {
    this.table = table;
  }

  /** In ms, as {@link Barrier} has it. */
  long get() {
    if (!read) {
      read = true;
      byte[] kept = table.last(NO_PREFIX, 0, 0);
      if (kept != null) {
        value = of(kept);
      }
    }
    return value;
  }

  /** Goes forward; an earlier one changes nothing. */
  void advance(long watermark) {
    long old = get();
    if (watermark <= old) {
      return;
    }
    if (old != Barrier.NO_WATERMARK) {
      count(old, -1);
    }
    count(watermark, 1);
    value = watermark;
  }

  private void count(long watermark, long delta) {
    long ordered = watermark ^ Long.MIN_VALUE;
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (ordered >>> (56 - 8 * i));
    }
    table.add(bytes, 0, bytes.length, delta);
  }

  private static long of(byte[] kept) {
    long ordered = 0;
    for (byte part : kept) {
      ordered = ordered << 8 | part & 0xff;
    }
    return ordered ^ Long.MIN_VALUE;
  }
}
