package io.millrace.executor.state.table;

import static io.millrace.executor.state.table.RecordShape.LIVE;
import static io.millrace.executor.state.table.RecordShape.REMOVED;
import static io.millrace.executor.state.table.RecordShape.VERSION;
import static io.millrace.executor.state.table.RecordShape.VERSION_BITS;

import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordSnapshot;
import io.millrace.executor.state.RecordTable;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * The record table of all backends. If changes are tracked, each record names the version of its
 * last change, and a removed record stays, marked, until its removal is durable.
 */
public final class PagedRecordTable implements RecordTable {
  private final RecordShape shape;
  private final ByteSlab slab = new ByteSlab();
  private final SlotIndex index = new SlotIndex();
  private final RecordPages pages;
  private final boolean tracked;
  private final ChangedSlots changes = new ChangedSlots();
  private final int stride;
  private final int pageShift;
  private final int slotMask;
  private final int firstValue;
  private final KeyDecoder keyDecoder;

  /** The version of {@link #changes}; 0 if changes are not tracked, so that none looks new. */
  private int version;

  private long liveRecords;
  private int[] missing = {};
  private final long[] restoredKey;

  /** Of a table that may be partly elsewhere; else null, null and 0. */
  private final MemoryBudget budget;

  private final ColdRecords cold;
  private long coldRecords;
  private final RecordEviction eviction;
  private int keysUntilCheck;
  private long reportedBytes;

  /** Whether the last look-up asked for missing records elsewhere. */
  private boolean fetched;

  private long moves;

  /** A table that is wholly in memory, whose changes nobody asks for. */
  public PagedRecordTable(RecordLayout layout, PagePool pool) {
    this(layout, pool, null, null);
  }

  /**
   * A table whose changes are remembered for checkpoints, and whose records may be elsewhere when
   * memory is short.
   *
   * @param budget of all tables together
   * @param cold where evicted records are found
   */
  public PagedRecordTable(
      RecordLayout layout, PagePool pool, MemoryBudget budget, ColdRecords cold) {
    this.shape = new RecordShape(layout);
    this.pages = new RecordPages(shape, pool, slab);
    this.budget = budget;
    this.cold = cold;
    this.eviction = new RecordEviction(shape, pages, index, slab, changes);
    this.tracked = budget != null;
    this.version = tracked ? changes.version() : 0;
    this.stride = shape.stride;
    this.pageShift = shape.pageShift;
    this.slotMask = (1 << pageShift) - 1;
    this.firstValue = shape.firstValue;
    this.keyDecoder = new KeyDecoder(shape.key);
    this.restoredKey = new long[shape.keyWords];
  }

  @Override
  public RecordLayout layout() {
    return shape.layout;
  }

  @Override
  public long size() {
    return liveRecords + coldRecords;
  }

  @Override
  public long moves() {
    return moves;
  }

  @Override
  public void find(KeyBatch keys, int[] slots) {
    int misses = lookUp(keys, slots);
    for (int i = 0; i < misses && fetched; i++) {
      slots[missing[i]] = lookUpNext(keys, missing[i], -1);
    }
    long[][] table = pages.pages();
    for (int i = 0; i < keys.size(); i++) {
      int slot = slots[i];
      if (slot >= 0 && (table[slot >>> pageShift][(slot & slotMask) * stride] & LIVE) == 0) {
        slots[i] = ABSENT;
      }
    }
  }

  @Override
  public void findOrAdd(KeyBatch keys, int[] slots) {
    int misses = lookUp(keys, slots);
    for (int i = 0; i < misses; i++) {
      int key = missing[i];
      // An earlier one of this batch may have been the same.
      int slot = lookUpNext(keys, key, -1);
      if (slot < 0) {
        slot = add(keys, key);
        if (tracked) {
          changes.changed(slot);
        }
      }
      slots[key] = slot;
    }
    long[][] table = pages.pages();
    for (int i = 0; i < keys.size(); i++) {
      int slot = slots[i];
      if ((table[slot >>> pageShift][(slot & slotMask) * stride] & LIVE) == 0) {
        revive(slot);
      }
    }
  }

  /** Finds records, removed ones included, and lists the keys that have none as missing. */
  private int lookUp(KeyBatch keys, int[] slots) {
    int count = keys.size();
    if (missing.length < count) {
      missing = new int[count];
    }
    fetched = false;
    if (budget != null) {
      keysUntilCheck -= count;
      if (keysUntilCheck <= 0) {
        keepToBudget();
      }
    }
    index.candidates(keys.hashes(), count, slots);
    int misses =
        shape.fixedKey && shape.keyWords == 1
            ? compareSingleWords(keys, slots)
            : compareKeys(keys, slots);
    if (coldRecords > 0) {
      markRecent(slots, count);
      fetched = misses > 0;
      if (fetched) {
        cold.fetch(keys, missing, misses, this);
      }
    }
    return misses;
  }

  private void markRecent(int[] slots, int count) {
    for (int i = 0; i < count; i++) {
      if (slots[i] >= 0) {
        // Snapshots that share the page do not look at this bit.
        pages.page(slots[i])[pages.recordAt(slots[i])] |= RecordShape.RECENT;
      }
    }
  }

  private int compareKeys(KeyBatch keys, int[] slots) {
    int count = keys.size();
    int misses = 0;
    for (int i = 0; i < count; i++) {
      int slot = slots[i];
      if (slot >= 0 && !isKey(keys, i, slot)) {
        slot = lookUpNext(keys, i, slot);
        slots[i] = slot;
      }
      if (slot < 0) {
        missing[misses++] = i;
      }
    }
    return misses;
  }

  private int compareSingleWords(KeyBatch keys, int[] slots) {
    long[][] table = pages.pages();
    long[] words = keys.words();
    int count = keys.size();
    int misses = 0;
    for (int i = 0; i < count; i++) {
      int slot = slots[i];
      if (slot >= 0 && table[slot >>> pageShift][(slot & slotMask) * stride + 1] != words[i]) {
        slot = lookUpNext(keys, i, slot);
        slots[i] = slot;
      }
      if (slot < 0) {
        missing[misses++] = i;
      }
    }
    return misses;
  }

  private int lookUpNext(KeyBatch keys, int key, int previous) {
    int slot = index.next(keys.hashes()[key], previous);
    while (slot >= 0 && !isKey(keys, key, slot)) {
      slot = index.next(keys.hashes()[key], slot);
    }
    return slot;
  }

  private boolean isKey(KeyBatch keys, int key, int slot) {
    long[] page = pages.page(slot);
    int at = (slot & slotMask) * stride + 1;
    if (shape.fixedKey) {
      int keyWords = shape.keyWords;
      long[] words = keys.words();
      int from = key * keyWords;
      for (int i = 0; i < keyWords; i++) {
        if (page[at + i] != words[from + i]) {
          return false;
        }
      }
      return true;
    }
    int start = keys.start(key);
    return page[at] == keys.hashes()[key]
        && ByteSlab.equal(
            slab.pages(), page[at + 1], keys.bytes(), start, keys.start(key + 1) - start);
  }

  private int add(KeyBatch keys, int key) {
    int slot = pages.allocate();
    long[] page = pages.privatePage(slot);
    int at = pages.recordAt(slot);
    if (shape.fixedKey) {
      for (int i = 0; i < shape.keyWords; i++) {
        page[at + 1 + i] = keys.words()[key * shape.keyWords + i];
      }
    } else {
      int start = keys.start(key);
      page[at + 1] = keys.hashes()[key];
      page[at + 2] = slab.add(keys.bytes(), start, keys.start(key + 1) - start);
    }
    Arrays.fill(page, at + firstValue, at + stride, 0);
    page[at] = LIVE | (long) version << VERSION_BITS | version;
    index.add(keys.hashes()[key], slot);
    liveRecords++;
    return slot;
  }

  private void revive(int slot) {
    long[] page = writablePage(slot);
    int at = pages.recordAt(slot);
    page[at] = page[at] & ~REMOVED | LIVE;
    liveRecords++;
  }

  @Override
  public long[] page(int slot) {
    return pages.page(slot);
  }

  @Override
  public long[] writablePage(int slot) {
    long[] page = pages.privatePage(slot);
    int at = (slot & slotMask) * stride;
    long head = page[at];
    if ((head & VERSION) != version) {
      page[at] = head & ~VERSION | version;
      changes.changed(slot);
    }
    return page;
  }

  @Override
  public int offset(int slot) {
    return (slot & slotMask) * stride + firstValue;
  }

  @Override
  public int bytesLength(int slot, int word) {
    return ByteSlab.length(page(slot)[offset(slot) + word]);
  }

  @Override
  public void readBytes(int slot, int word, byte[] target, int targetOffset) {
    ByteSlab.read(slab.pages(), page(slot)[offset(slot) + word], target, targetOffset);
  }

  @Override
  public void writeBytes(int slot, int word, byte[] source, int sourceOffset, int length) {
    long[] page = writablePage(slot);
    int at = offset(slot) + word;
    long old = page[at];
    if (!pages.anySnapshotOpen()) {
      long replaced = slab.replace(old, source, sourceOffset, length);
      if (replaced != -1) {
        page[at] = replaced;
        return;
      }
    }
    page[at] = slab.add(source, sourceOffset, length);
    pages.freeBytes(old);
  }

  @Override
  public void remove(int slot) {
    long[] page = writablePage(slot);
    int at = pages.recordAt(slot);
    long head = page[at];
    if ((head & LIVE) == 0) {
      throw new IllegalStateException("There is no record in slot " + slot);
    }
    liveRecords--;
    for (int cell : shape.byteCells) {
      pages.freeBytes(page[at + firstValue + cell]);
    }
    Arrays.fill(page, at + firstValue, at + stride, 0);
    page[at] = head & ~LIVE | REMOVED;
    if (tracked && (head >>> VERSION_BITS & VERSION) != version) {
      // A checkpoint may hold the record, so the next one must say that it is gone.
      changes.removed(slot);
    } else {
      discard(slot);
    }
  }

  /** Forgets a record, whose byte cells are empty. */
  private void discard(int slot) {
    long[] page = pages.page(slot);
    int at = pages.recordAt(slot);
    index.remove(shape.hash(page, at), slot);
    if (!shape.fixedKey) {
      pages.freeBytes(page[at + 2]);
    }
    pages.free(slot);
  }

  @Override
  public void decodeKeys(int[] slots, int count, FieldVector[] vectors, int firstRow) {
    keyDecoder.begin(count, slab.pages());
    for (int i = 0; i < count; i++) {
      keyDecoder.key(i, pages.page(slots[i]), pages.recordAt(slots[i]));
    }
    keyDecoder.decode(vectors, firstRow);
  }

  @Override
  public RecordSnapshot snapshot() {
    return coldRecords == 0 ? residentSnapshot() : cold.snapshot(residentSnapshot(), size());
  }

  /** A picture of the records that are in memory. */
  public TableSnapshot residentSnapshot() {
    return new TableSnapshot(pages.freeze(), liveRecords);
  }

  /** Ends a version: returns the table as it is, for a checkpoint to write. */
  public FrozenEntries freeze() {
    int frozen = version;
    List<ChangedSlots.Segment> segments = changes.freeze();
    version = changes.version();
    return new FrozenRecords(pages.freeze(), segments, frozen, size(), slab.liveBytes());
  }

  /** Says that a version that was frozen is durable. */
  public void durable(int durableVersion) {
    for (ChangedSlots.Segment segment : changes.durable(durableVersion)) {
      for (int i = 0; i < segment.removed().size(); i++) {
        int slot = segment.removed().get(i);
        long head = pages.isUsed(slot) ? pages.page(slot)[pages.recordAt(slot)] : 0;
        if ((head & REMOVED) != 0 && (head & VERSION) <= durableVersion) {
          discard(slot);
        }
      }
    }
  }

  /**
   * Adds a record that a backend has stored, with {@link RecordShape}'s bytes of key and value; it
   * is not changed. Its key is not there yet.
   */
  public void load(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset) {
    int slot = pages.allocate();
    long[] page = pages.privatePage(slot);
    int at = pages.recordAt(slot);
    shape.readKey(key, keyOffset, keyLength, page, at, slab);
    shape.readValue(value, valueOffset, page, at, slab);
    page[at] = LIVE;
    index.add(shape.hash(page, at), slot);
    liveRecords++;
  }

  /** The hash of a key as a backend stores it. */
  public long hashOfKey(byte[] bytes, int keyOffset) {
    return shape.hashOfKey(bytes, keyOffset, restoredKey);
  }

  /**
   * Gives a record the value that a later file says, in place of the one that it may have; it is
   * not changed. No snapshot is open.
   *
   * @param bytes holds {@link RecordShape}'s bytes of the key, then those of the value
   * @param valueLength {@link EntryTarget#REMOVED} if the record is gone
   */
  public void restore(byte[] bytes, int keyOffset, int keyLength, int valueLength) {
    long hash = hashOfKey(bytes, keyOffset);
    int slot = index.next(hash, -1);
    while (slot >= 0
        && !shape.isKey(
            pages.page(slot), pages.recordAt(slot), slab.pages(), bytes, keyOffset, keyLength)) {
      slot = index.next(hash, slot);
    }
    if (slot >= 0) {
      long[] page = pages.page(slot);
      int at = pages.recordAt(slot);
      for (int cell : shape.byteCells) {
        slab.free(page[at + firstValue + cell]);
      }
      if (valueLength == EntryTarget.REMOVED) {
        liveRecords--;
        discard(slot);
      } else {
        shape.readValue(bytes, keyOffset + keyLength, page, at, slab);
      }
    } else if (valueLength != EntryTarget.REMOVED) {
      load(bytes, keyOffset, keyLength, bytes, keyOffset + keyLength);
    }
  }

  /**
   * Adds a record that was elsewhere, if it is not here yet; otherwise like {@link #load}.
   *
   * @param key which of the batch it is
   */
  public void loadCold(KeyBatch keys, int key, byte[] value) {
    if (lookUpNext(keys, key, -1) >= 0) {
      return;
    }
    int slot = add(keys, key);
    long[] page = pages.page(slot);
    int at = pages.recordAt(slot);
    page[at] = LIVE | RecordShape.RECENT;
    shape.readValue(value, 0, page, at, slab);
    coldRecords--;
  }

  /** Says that so many of the table's records are elsewhere. */
  public void setColdRecords(long count) {
    coldRecords = count;
  }

  /** Looks at the budget, and evicts records if it is exceeded. Nobody holds slots. */
  public void keepToBudget() {
    keysUntilCheck = budget.keysBetweenChecks();
    reportMemory();
    if (!budget.isExceeded()) {
      return;
    }
    if (cold.holdsDurable()) {
      long evicted = eviction.evict(budget.shareOfExcess(reportedBytes));
      liveRecords -= evicted;
      coldRecords += evicted;
      moves += eviction.slotsChanged() ? 1 : 0;
      reportMemory();
    }
    budget.setShort(budget.isExceeded());
  }

  /** Tells the budget what memory the table takes. */
  public void reportMemory() {
    long bytes = memoryBytes();
    budget.add(bytes - reportedBytes);
    reportedBytes = bytes;
  }

  /** Takes the table, which is dropped, out of the budget. */
  public void forget() {
    budget.add(-reportedBytes);
    reportedBytes = 0;
  }

  /** The memory that the table takes, with what its snapshots keep. */
  public long memoryBytes() {
    return pages.memoryBytes()
        + slab.memoryBytes()
        + index.memoryBytes()
        + changes.memoryBytes()
        + 4L * missing.length;
  }
}
