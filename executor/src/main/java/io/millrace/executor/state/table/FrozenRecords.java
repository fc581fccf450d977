package io.millrace.executor.state.table;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A table of records as it was when it was frozen for a checkpoint. */
final class FrozenRecords implements FrozenEntries {
  private final FrozenPages frozen;
  private final List<ChangedSlots.Segment> segments;
  private final int version;
  private final long size;
  private final long slabBytes;
  private final AtomicBoolean closed = new AtomicBoolean();

  FrozenRecords(
      FrozenPages frozen,
      List<ChangedSlots.Segment> segments,
      int version,
      long size,
      long slabBytes) {
    this.frozen = frozen;
    this.segments = segments;
    this.version = version;
    this.size = size;
    this.slabBytes = slabBytes;
  }

  @Override
  public int version() {
    return version;
  }

  @Override
  public long bytes() {
    RecordShape shape = frozen.shape();
    return size * (EntryTarget.HEADER_BYTES + 8L * (shape.keyWords + shape.valueWords)) + slabBytes;
  }

  @Override
  public void copyChanges(EntryTarget target) {
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
          add(frozen, words, at, live, target);
        }
      }
    }
  }

  private static int add(
      FrozenPages frozen, long[] words, int at, boolean live, EntryTarget target) {
    RecordShape shape = frozen.shape();
    int keyLength = shape.keyLength(words, at);
    int valueLength = live ? shape.valueLength(words, at) : EntryTarget.REMOVED;
    int place = target.add((int) shape.hash(words, at), keyLength, valueLength);
    shape.writeKey(words, at, frozen.slab(), target.chunk(), place);
    if (live) {
      shape.writeValue(words, at, frozen.slab(), target.chunk(), place + keyLength);
    }
    return EntryTarget.HEADER_BYTES + keyLength + Math.max(0, valueLength);
  }

  /** Records stay in their slots, so that a position is a slot. */
  @Override
  public byte[] copy(byte[] position, EntryTarget target, long bytes) {
    RecordShape shape = frozen.shape();
    int slotMask = (1 << shape.pageShift) - 1;
    int slot = position.length == 0 ? 0 : Bytes.getInt(position, 0);
    long left = bytes;
    for (int page = slot >>> shape.pageShift; page < frozen.pages().length; page++) {
      long[] words = frozen.pages()[page];
      int end = words == null ? 0 : frozen.used()[page];
      for (int i = slot & slotMask; i < end; i++) {
        if (left <= 0) {
          byte[] next = new byte[4];
          Bytes.putInt(next, 0, page << shape.pageShift | i);
          return next;
        }
        int at = i * shape.stride;
        if ((words[at] & RecordShape.LIVE) != 0) {
          left -= add(frozen, words, at, true, target);
        }
      }
      slot = 0;
    }
    return null;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      frozen.release().run();
    }
  }
}
