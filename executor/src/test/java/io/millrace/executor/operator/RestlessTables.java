package io.millrace.executor.operator;

import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordSnapshot;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.Redistribution;
import io.millrace.executor.state.StateTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.vector.FieldVector;

/**
 * State tables as plain maps that are as unpleasant as the contract allows: every look-up gives
 * every record another slot, pages are not writable before they are asked for, and a slot that was
 * not asked for cannot be read. For operators that do not need to decode keys.
 */
final class RestlessTables implements StateTables {
  private final Map<String, Records> records = new HashMap<>();
  private final Map<String, Ordered> ordered = new HashMap<>();

  @Override
  public RecordTable records(String name, RecordLayout layout, Redistribution redistribution) {
    Records table = records.computeIfAbsent(name, unused -> new Records(layout));
    if (!table.layout.equals(layout)) {
      throw new IllegalStateException(name + " had another layout: " + table.layout);
    }
    return table;
  }

  @Override
  public OrderedTable ordered(String name, Redistribution redistribution) {
    return ordered.computeIfAbsent(name, unused -> new Ordered());
  }

  /** How many records and ordered keys there are in all tables. */
  long size() {
    return records.values().stream().mapToLong(Records::size).sum()
        + ordered.values().stream().mapToLong(Ordered::size).sum();
  }

  private static final class Entry {
    private final Object key;
    private long[] words;
    private final byte[][] cells;

    private Entry(Object key, int words) {
      this.key = key;
      this.words = new long[words + 1];
      this.cells = new byte[words][];
    }
  }

  private static final class Records implements RecordTable {
    private final RecordLayout layout;
    private final Map<Object, Entry> byKey = new HashMap<>();
    private final Map<Integer, Entry> bySlot = new HashMap<>();
    private int nextSlot;

    private Records(RecordLayout layout) {
      this.layout = layout;
    }

    @Override
    public RecordLayout layout() {
      return layout;
    }

    @Override
    public void find(KeyBatch keys, int[] slots) {
      look(keys, slots, false);
    }

    @Override
    public void findOrAdd(KeyBatch keys, int[] slots) {
      look(keys, slots, true);
    }

    private void look(KeyBatch keys, int[] slots, boolean add) {
      bySlot.clear();
      Map<Entry, Integer> found = new HashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        Object key = key(keys, i);
        Entry entry = byKey.get(key);
        if (entry == null && add) {
          entry = new Entry(key, layout.valueWords());
          byKey.put(key, entry);
        }
        if (entry == null) {
          slots[i] = ABSENT;
        } else {
          slots[i] = found.computeIfAbsent(entry, unused -> nextSlot++);
          bySlot.put(slots[i], entry);
        }
      }
    }

    private static Object key(KeyBatch keys, int i) {
      if (keys.layout().isFixedWidth()) {
        int words = keys.layout().words();
        List<Long> key = new ArrayList<>();
        for (int w = 0; w < words; w++) {
          key.add(keys.words()[i * words + w]);
        }
        return key;
      }
      return Arrays.toString(Arrays.copyOfRange(keys.bytes(), keys.start(i), keys.start(i + 1)));
    }

    private Entry entry(int slot) {
      Entry entry = bySlot.get(slot);
      if (entry == null) {
        throw new IllegalStateException("Slot " + slot + " is not valid");
      }
      return entry;
    }

    @Override
    public long[] page(int slot) {
      return entry(slot).words.clone();
    }

    @Override
    public long[] writablePage(int slot) {
      return entry(slot).words;
    }

    @Override
    public int offset(int slot) {
      return 1;
    }

    @Override
    public int bytesLength(int slot, int word) {
      byte[] bytes = entry(slot).cells[word];
      return bytes == null ? 0 : bytes.length;
    }

    @Override
    public void readBytes(int slot, int word, byte[] target, int targetOffset) {
      byte[] bytes = entry(slot).cells[word];
      if (bytes != null) {
        System.arraycopy(bytes, 0, target, targetOffset, bytes.length);
      }
    }

    @Override
    public void writeBytes(int slot, int word, byte[] source, int sourceOffset, int length) {
      if (!layout.byteCells().contains(word)) {
        throw new IllegalArgumentException("No byte cell: " + word);
      }
      entry(slot).cells[word] = Arrays.copyOfRange(source, sourceOffset, sourceOffset + length);
    }

    @Override
    public void remove(int slot) {
      byKey.remove(entry(slot).key);
      bySlot.remove(slot);
    }

    @Override
    public long size() {
      return byKey.size();
    }

    @Override
    public void decodeKeys(int[] slots, int count, FieldVector[] vectors, int firstRow) {
      throw new UnsupportedOperationException();
    }

    @Override
    public RecordSnapshot snapshot() {
      throw new UnsupportedOperationException();
    }
  }

  private static final class Ordered implements OrderedTable {
    private final TreeMap<byte[], Long> counts = new TreeMap<>(Arrays::compareUnsigned);

    @Override
    public long add(byte[] key, int offset, int length, long delta) {
      byte[] copy = Arrays.copyOfRange(key, offset, offset + length);
      long count = counts.merge(copy, delta, Long::sum);
      if (count == 0) {
        counts.remove(copy);
      }
      return count;
    }

    @Override
    public byte[] first(byte[] prefix, int offset, int length) {
      return extreme(counts, prefix, offset, length);
    }

    @Override
    public byte[] last(byte[] prefix, int offset, int length) {
      return extreme(counts.descendingMap(), prefix, offset, length);
    }

    @Override
    public Scan scan(byte[] key, int offset, int length, int prefixLength) {
      byte[] from = Arrays.copyOfRange(key, offset, offset + length);
      var entries =
          List.copyOf(new TreeMap<>(counts).tailMap(from).entrySet()).stream()
              .filter(entry -> beginsWith(entry.getKey(), from, 0, prefixLength))
              .iterator();
      return new Scan() {
        private Map.Entry<byte[], Long> entry;

        @Override
        public boolean next() {
          entry = entries.hasNext() ? entries.next() : null;
          return entry != null;
        }

        @Override
        public byte[] bytes() {
          return entry.getKey().clone();
        }

        @Override
        public int start() {
          return 0;
        }

        @Override
        public int length() {
          return entry.getKey().length;
        }

        @Override
        public long count() {
          return entry.getValue();
        }
      };
    }

    private static boolean beginsWith(byte[] key, byte[] prefix, int offset, int length) {
      return key.length >= length && Arrays.equals(key, 0, length, prefix, offset, offset + length);
    }

    private static byte[] extreme(
        Map<byte[], Long> inOrder, byte[] prefix, int offset, int length) {
      for (Map.Entry<byte[], Long> entry : inOrder.entrySet()) {
        byte[] key = entry.getKey();
        if (entry.getValue() > 0 && beginsWith(key, prefix, offset, length)) {
          return key.clone();
        }
      }
      return null;
    }

    @Override
    public long size() {
      return counts.size();
    }
  }
}
