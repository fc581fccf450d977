package io.millrace.executor.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.executor.checkpoint.LocalStateFile;
import io.millrace.executor.data.ArrowTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;

/** Drives a backend and a model of it in java.util collections with the same random operations. */
final class ModelRun implements AutoCloseable {
  private static final int VALUE_WORDS = 4;
  private static final int CELL = 2;
  private static final long RELATION = 7;
  private static final int NODE = 3;

  /** What a record holds: its words, the byte cell's one left out, and its byte string. */
  record Content(List<Long> words, String bytes) {}

  /** All content of both tables. */
  record Model(Map<String, Content> records, TreeMap<String, Long> ordered) {
    Model copy() {
      return new Model(new HashMap<>(records), new TreeMap<>(ordered));
    }
  }

  private record OpenSnapshot(RecordSnapshot snapshot, Map<String, Content> expected) {}

  private final StateBackendFactory factory;
  private final Path directory;
  private final Random random;
  private final List<DataType> types;
  private final int variety;
  private final RecordLayout layout;
  private final KeyBatch keys;
  private final Map<String, Object[]> keyValues = new LinkedHashMap<>();
  private final List<OpenSnapshot> snapshots = new ArrayList<>();
  private final List<Thread> readers = new ArrayList<>();
  private final List<Throwable> readerErrors = new ArrayList<>();

  private StateBackend backend;
  private RecordTable records;
  private OrderedTable ordered;
  private Model model = new Model(new HashMap<>(), new TreeMap<>());
  private Model saved = model.copy();
  private Path savedFiles;
  private Model frozen;
  private SnapshotJob job;
  private long checkpointId;
  private int opened;

  ModelRun(
      StateBackendFactory factory, Path directory, long seed, List<DataType> types, int variety) {
    this.factory = factory;
    this.directory = directory;
    this.random = new Random(seed);
    this.types = types;
    this.variety = variety;
    this.layout = new RecordLayout(types, VALUE_WORDS, List.of(CELL));
    this.keys = new KeyBatch(types);
  }

  void run(int steps) throws Exception {
    open();
    for (int step = 0; step < steps; step++) {
      int dice = random.nextInt(100);
      if (dice < 40) {
        change();
      } else if (dice < 55) {
        look();
      } else if (dice < 75) {
        changeOrdered();
      } else if (dice < 80) {
        takeSnapshot();
      } else if (dice < 85) {
        readSnapshot();
      } else if (dice < 97) {
        checkpointStep();
      } else if (dice < 98) {
        crash();
      } else {
        verifyAll();
      }
      assertThat(records.size()).isEqualTo(model.records().size());
      assertThat(ordered.size()).isEqualTo(model.ordered().size());
    }
    finishReaders();
    verifyAll();
    crash();
    verifyAll();
  }

  private void open() throws IOException {
    Path local = directory.resolve("open-" + opened++);
    Files.createDirectories(local);
    if (savedFiles != null) {
      try (var files = Files.list(savedFiles)) {
        for (Path file : files.toList()) {
          Files.copy(file, local.resolve(file.getFileName()));
        }
      }
    }
    backend = factory.open(0, local);
    assertThat(backend.relations()).isEqualTo(savedFiles == null ? Set.of() : Set.of(RELATION));
    StateTables tables = backend.tables(RELATION, NODE);
    records = tables.records("groups", layout, Redistribution.byKey(types));
    ordered = tables.ordered("values", new Redistribution.Single());
    assertThat(tables.records("groups", layout, Redistribution.byKey(types))).isSameAs(records);
    model = saved.copy();
  }

  private List<Object[]> randomKeys(int count) {
    List<Object[]> result = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object[] key = KeyValues.random(types, random, variety);
      keyValues.put(KeyValues.describe(key), key);
      result.add(key);
    }
    return result;
  }

  private void change() {
    List<Object[]> batch = randomKeys(1 + random.nextInt(200));
    keys.load(batch);
    int[] slots = new int[batch.size() + random.nextInt(3)];
    records.findOrAdd(keys, slots);
    Set<Integer> removed = new HashSet<>();
    for (int i = 0; i < batch.size(); i++) {
      String key = KeyValues.describe(batch.get(i));
      if (removed.contains(slots[i])) {
        continue;
      }
      Content old = model.records().get(key);
      assertThat(content(slots[i])).isEqualTo(old == null ? new Content(zeros(), "") : old);
      if (random.nextInt(5) == 0) {
        records.remove(slots[i]);
        removed.add(slots[i]);
        model.records().remove(key);
      } else {
        model.records().put(key, write(slots[i]));
      }
    }
  }

  private static List<Long> zeros() {
    return List.of(0L, 0L, 0L);
  }

  private Content write(int slot) {
    long[] page = records.writablePage(slot);
    int at = records.offset(slot);
    page[at]++;
    page[at + 1] = random.nextLong();
    page[at + 3] = -page[at];
    if (random.nextInt(3) == 0) {
      int length = random.nextInt(20) == 0 ? random.nextInt(5000) : random.nextInt(30);
      byte[] bytes =
          ("abcdefghij".repeat(500).substring(0, length)).getBytes(StandardCharsets.UTF_8);
      records.writeBytes(slot, CELL, bytes, 0, length);
    }
    return content(slot);
  }

  private Content content(int slot) {
    long[] page = records.page(slot);
    int at = records.offset(slot);
    byte[] bytes = new byte[records.bytesLength(slot, CELL) + 1];
    records.readBytes(slot, CELL, bytes, 1);
    return new Content(
        List.of(page[at], page[at + 1], page[at + 3]),
        new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8));
  }

  private void look() {
    List<Object[]> batch = randomKeys(1 + random.nextInt(100));
    find(batch);
  }

  private void find(List<Object[]> batch) {
    keys.load(batch);
    int[] slots = new int[batch.size()];
    records.find(keys, slots);
    for (int i = 0; i < slots.length; i++) {
      Content expected = model.records().get(KeyValues.describe(batch.get(i)));
      assertThat(slots[i] == RecordTable.ABSENT ? null : content(slots[i])).isEqualTo(expected);
    }
  }

  private void changeOrdered() {
    for (int i = random.nextInt(200); i >= 0; i--) {
      String key = orderedKey();
      long delta = random.nextInt(4) - 1;
      byte[] bytes = bytes("__" + key);
      long count = ordered.add(bytes, 2, bytes.length - 2, delta);
      long expected = model.ordered().merge(key, delta, Long::sum);
      assertThat(count).isEqualTo(expected);
      if (expected == 0) {
        model.ordered().remove(key);
      }
    }
    for (int i = 0; i < 10; i++) {
      String prefix = orderedKey().substring(0, random.nextInt(4));
      List<String> there =
          model.ordered().subMap(prefix, prefix + "~").entrySet().stream()
              .filter(entry -> entry.getValue() > 0)
              .map(Map.Entry::getKey)
              .toList();
      byte[] bytes = bytes("_" + prefix);
      byte[] first = ordered.first(bytes, 1, bytes.length - 1);
      byte[] last = ordered.last(bytes, 1, bytes.length - 1);
      assertThat(scan(bytes, 1, bytes.length - 1, bytes.length - 1))
          .isEqualTo(List.copyOf(model.ordered().subMap(prefix, prefix + "~").entrySet()));
      String begin = orderedKey();
      byte[] from = bytes("_" + begin);
      assertThat(scan(from, 1, from.length - 1, 2))
          .isEqualTo(
              List.copyOf(model.ordered().subMap(begin, begin.substring(0, 2) + "~").entrySet()));
      assertThat(first).isEqualTo(there.isEmpty() ? null : bytes(there.get(0)));
      assertThat(last).isEqualTo(there.isEmpty() ? null : bytes(there.get(there.size() - 1)));
    }
  }

  private List<Map.Entry<String, Long>> scan(byte[] key, int offset, int length, int prefixLength) {
    List<Map.Entry<String, Long>> found = new ArrayList<>();
    OrderedTable.Scan scan = ordered.scan(key, offset, length, prefixLength);
    while (scan.next()) {
      String entry = new String(scan.bytes(), scan.start(), scan.length(), StandardCharsets.UTF_8);
      found.add(Map.entry(entry, scan.count()));
    }
    return found;
  }

  private String orderedKey() {
    return "g" + random.nextInt(10) + "/" + random.nextInt(20 * variety) * 7919 % 10007;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void takeSnapshot() {
    if (snapshots.size() < 3) {
      snapshots.add(new OpenSnapshot(records.snapshot(), new HashMap<>(model.records())));
    }
  }

  private void readSnapshot() throws Exception {
    if (snapshots.isEmpty()) {
      return;
    }
    OpenSnapshot open = snapshots.remove(random.nextInt(snapshots.size()));
    if (random.nextBoolean()) {
      try (open.snapshot) {
        assertThat(read(open.snapshot)).isEqualTo(open.expected);
      }
      return;
    }
    Thread reader =
        new Thread(
            () -> {
              try (open.snapshot) {
                assertThat(read(open.snapshot)).isEqualTo(open.expected);
              } catch (Throwable e) {
                synchronized (readerErrors) {
                  readerErrors.add(e);
                }
              }
            });
    readers.add(reader);
    reader.start();
  }

  private Map<String, Content> read(RecordSnapshot snapshot) {
    Map<String, Content> result = new HashMap<>();
    try (RootAllocator allocator = new RootAllocator()) {
      FieldVector[] vectors = new FieldVector[types.size()];
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = ArrowTypes.newVector(new Column("k", types.get(i)), allocator);
        vectors[i].setInitialCapacity(4);
        vectors[i].allocateNew();
      }
      long count = 0;
      try (RecordSnapshot.Cursor cursor = snapshot.cursor()) {
        while (cursor.next()) {
          count++;
          cursor.decodeKey(vectors, 3);
          Object[] key = new Object[types.size()];
          for (int i = 0; i < key.length; i++) {
            vectors[i].setValueCount(4);
            key[i] = KeyValues.get(vectors[i], types.get(i), 3);
          }
          long[] words = cursor.words();
          int at = cursor.offset();
          result.put(
              KeyValues.describe(key),
              new Content(
                  List.of(words[at], words[at + 1], words[at + 3]),
                  new String(cursor.bytes(CELL), StandardCharsets.UTF_8)));
        }
      } finally {
        for (FieldVector vector : vectors) {
          vector.close();
        }
      }
      assertThat(snapshot.size()).isEqualTo(count);
    }
    return result;
  }

  private void checkpointStep() throws Exception {
    if (job == null) {
      backend.freeze(RELATION, NODE);
      frozen = model.copy();
      job = backend.finishFreeze(++checkpointId);
      return;
    }
    int dice = random.nextInt(5);
    List<LocalStateFile> files = dice == 0 ? null : job.run();
    if (dice <= 1) {
      job.close();
      backend.failed(checkpointId);
    } else {
      Path target = directory.resolve("saved-" + checkpointId);
      Files.createDirectories(target);
      for (LocalStateFile file : files) {
        Files.copy(file.path(), target.resolve(file.localName()));
      }
      job.close();
      backend.completed(checkpointId);
      savedFiles = target;
      saved = frozen;
    }
    job = null;
  }

  private void crash() throws Exception {
    finishReaders();
    for (OpenSnapshot open : snapshots) {
      assertThat(read(open.snapshot)).isEqualTo(open.expected);
      open.snapshot.close();
    }
    snapshots.clear();
    if (job != null) {
      job.close();
      job = null;
    }
    backend.close();
    open();
  }

  private void finishReaders() throws InterruptedException {
    for (Thread reader : readers) {
      reader.join();
    }
    readers.clear();
    synchronized (readerErrors) {
      assertThat(readerErrors).isEmpty();
    }
  }

  private void verifyAll() {
    try (RecordSnapshot snapshot = records.snapshot()) {
      assertThat(read(snapshot)).isEqualTo(model.records());
    }
    List<Object[]> all = new ArrayList<>(keyValues.values());
    for (int from = 0; from < all.size(); from += 500) {
      find(all.subList(from, Math.min(all.size(), from + 500)));
    }
    assertThat(backend.memoryBytes()).isPositive();
    verifyDecodeKeys();
  }

  private void verifyDecodeKeys() {
    List<Object[]> some = model.records().keySet().stream().limit(50).map(keyValues::get).toList();
    keys.load(some);
    int[] slots = new int[some.size()];
    records.find(keys, slots);
    try (RootAllocator allocator = new RootAllocator()) {
      FieldVector[] vectors = new FieldVector[types.size()];
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = ArrowTypes.newVector(new Column("k", types.get(i)), allocator);
        vectors[i].setInitialCapacity(some.size() + 5);
        vectors[i].allocateNew();
      }
      records.decodeKeys(slots, some.size(), vectors, 5);
      for (int i = 0; i < vectors.length; i++) {
        vectors[i].setValueCount(some.size() + 5);
      }
      for (int row = 0; row < some.size(); row++) {
        Object[] key = new Object[types.size()];
        for (int i = 0; i < key.length; i++) {
          key[i] = KeyValues.get(vectors[i], types.get(i), row + 5);
        }
        assertThat(KeyValues.describe(key)).isEqualTo(KeyValues.describe(some.get(row)));
      }
      Arrays.stream(vectors).forEach(FieldVector::close);
    }
  }

  @Override
  public void close() {
    snapshots.forEach(open -> open.snapshot.close());
    if (job != null) {
      job.close();
    }
    if (backend != null) {
      backend.close();
    }
  }
}
