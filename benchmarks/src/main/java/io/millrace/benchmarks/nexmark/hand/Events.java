package io.millrace.benchmarks.nexmark.hand;

import io.millrace.benchmarks.nexmark.run.RunSettings;
import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.util.function.LongConsumer;

/** The events of a run. */
record Events(RunSettings settings) {
  NexmarkRows rows(EventKind kind) {
    return NexmarkRows.of(kind, settings.sourceOptions());
  }

  /** Goes through all events of a kind in the order of their time. */
  void forEach(NexmarkRows rows, LongConsumer event) {
    forEach(rows, 0, 1, event);
  }

  /** Goes through the rows first, first + stride, first + 2 · stride, … of a kind. */
  void forEach(NexmarkRows rows, int first, int stride, LongConsumer event) {
    long count = rows.count(settings.events());
    for (long row = first; row < count; row += stride) {
      event.accept(rows.event(row));
    }
  }
}
