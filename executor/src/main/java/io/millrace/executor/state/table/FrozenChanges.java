package io.millrace.executor.state.table;

import java.util.List;

/**
 * What a checkpoint has to write of a table: the records changed or removed since the last durable
 * version, as they were when the table was frozen. For any one thread.
 */
public final class FrozenChanges implements AutoCloseable {
  private final FrozenPages frozen;
  private final List<ChangedSlots.Segment> segments;
  private final int version;
  private final long size;
  private boolean closed;

  FrozenChanges(FrozenPages frozen, List<ChangedSlots.Segment> segments, int version, long size) {
    this.frozen = frozen;
    this.segments = segments;
    this.version = version;
    this.size = size;
  }

  /** The version to be named when the checkpoint is durable. */
  public int version() {
    return version;
  }

  /** How many records the table had. */
  public long size() {
    return size;
  }

  /** Copies the changed records out, so that this can be closed before they are written. */
  public void pack(PackedRecords target) {
    RecordShape shape = frozen.shape();
    int slotMask = (1 << shape.pageShift) - 1;
    for (ChangedSlots.Segment segment : segments) {
      IntStack slots = segment.changed();
      for (int i = 0; i < slots.size(); i++) {
        int slot = slots.get(i);
        int page = slot >>> shape.pageShift;
        if (page >= frozen.pages().length
            || frozen.pages()[page] == null
            || (slot & slotMask) >= frozen.used()[page]) {
          continue;
        }
        long[] words = frozen.pages()[page];
        int at = (slot & slotMask) * shape.stride;
        long head = words[at];
        boolean live = (head & RecordShape.LIVE) != 0;
        if ((live || (head & RecordShape.REMOVED) != 0)
            && (head & RecordShape.VERSION) == segment.version()) {
          add(shape, words, at, live, target);
        }
      }
    }
  }

  private void add(RecordShape shape, long[] words, int at, boolean live, PackedRecords target) {
    int keyLength = shape.keyLength(words, at);
    int valueLength = live ? shape.valueLength(words, at) : PackedRecords.REMOVED;
    int place = target.add((int) shape.hash(words, at), keyLength, valueLength);
    shape.writeKey(words, at, frozen.slab(), target.chunk(), place);
    if (live) {
      shape.writeValue(words, at, frozen.slab(), target.chunk(), place + keyLength);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      frozen.release().run();
    }
  }
}
