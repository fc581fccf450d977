package io.millrace.executor.state.table;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The slots whose records were changed, by version. A version ends when the table is frozen for a
 * checkpoint, and is forgotten when that or a later checkpoint is durable. A record belongs to the
 * version that it names itself; in lists of other versions it is to be skipped.
 */
final class ChangedSlots {
  /** The slots of one version. */
  record Segment(int version, IntStack changed, IntStack removed) {}

  private final ArrayDeque<Segment> frozen = new ArrayDeque<>();
  private IntStack changed = new IntStack();
  private IntStack removed = new IntStack();
  private int version = 1;
  private int durable;

  /** What changes now belong to; from 1. */
  int version() {
    return version;
  }

  /** Records of this version and older ones are safe. */
  int durable() {
    return durable;
  }

  void changed(int slot) {
    changed.push(slot);
  }

  /** A record that stays until its removal is durable. */
  void removed(int slot) {
    removed.push(slot);
  }

  /** How many entries there are that are not durable. */
  long pending() {
    long count = changed.size();
    for (Segment segment : frozen) {
      count += segment.changed.size();
    }
    return count;
  }

  /** Ends the version; returns everything that is not durable. */
  List<Segment> freeze() {
    if (!changed.isEmpty() || !removed.isEmpty()) {
      frozen.add(new Segment(version, changed, removed));
      changed = new IntStack();
      removed = new IntStack();
    }
    version++;
    return new ArrayList<>(frozen);
  }

  /** Forgets what is durable now, and returns it. */
  List<Segment> durable(int durableVersion) {
    List<Segment> result = new ArrayList<>();
    while (!frozen.isEmpty() && frozen.peek().version <= durableVersion) {
      result.add(frozen.poll());
    }
    durable = Math.max(durable, durableVersion);
    return result;
  }

  long memoryBytes() {
    long bytes = changed.memoryBytes() + removed.memoryBytes();
    for (Segment segment : frozen) {
      bytes += segment.changed.memoryBytes() + segment.removed.memoryBytes();
    }
    return bytes;
  }
}
