package io.millrace.executor.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.config.DataSize;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.checkpoint.LocalStateFile;
import io.millrace.executor.filesystem.LocalFileSystem;
import io.millrace.executor.state.filesystem.FileSystemStateBackendFactory;
import io.millrace.executor.state.memory.MemoryStateBackendFactory;
import io.millrace.executor.state.rocksdb.RocksDbStateBackendFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every entry of every table is with its owner after each change of the number of workers. */
final class StateRedistributionTest {
  private static final long RELATION = 7;
  private static final int KEY_GROUPS = 16;
  private static final int KEYS = 3000;
  private static final DataType BIGINT = DataType.of(TypeKind.BIGINT);
  private static final DataType VARCHAR = DataType.of(TypeKind.VARCHAR);
  private static final RecordLayout FIXED = new RecordLayout(List.of(BIGINT, BIGINT), 1, List.of());
  private static final RecordLayout VARIABLE =
      new RecordLayout(List.of(VARCHAR, BIGINT), 2, List.of(1));
  private static final RecordLayout ONE = new RecordLayout(List.of(), 1, List.of());

  @TempDir Path directory;

  static Stream<Arguments> backends() {
    LocalFileSystem files = new LocalFileSystem();
    return Stream.of(
        Arguments.of("memory", new MemoryStateBackendFactory(files, KEY_GROUPS)),
        Arguments.of("filesystem", new FileSystemStateBackendFactory(files, KEY_GROUPS)),
        Arguments.of(
            "rocksdb", new RocksDbStateBackendFactory(files, DataSize.megabytes(64), KEY_GROUPS)),
        Arguments.of(
            "rocksdb with little memory",
            new RocksDbStateBackendFactory(files, new DataSize(100 << 10), KEY_GROUPS)));
  }

  /** One worker's tables, one of each kind. */
  private record Tables(
      RecordTable fixed,
      RecordTable variable,
      RecordTable one,
      OrderedTable hashed,
      OrderedTable single,
      OrderedTable everywhere) {
    static Tables of(StateBackend backend) {
      StateTables tables = backend.tables(RELATION, 0);
      return new Tables(
          tables.records("fixed", FIXED, new Redistribution.ByKey(2)),
          tables.records("variable", VARIABLE, new Redistribution.ByKey(1)),
          tables.records("one", ONE, new Redistribution.Single()),
          tables.ordered("hashed", new Redistribution.ByHash(3)),
          tables.ordered("single", new Redistribution.Single()),
          backend.tables(RELATION, 1).ordered("everywhere", new Redistribution.Broadcast()));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("backends")
  void entriesAreWithTheirOwners(String name, StateBackendFactory factory) throws Exception {
    List<StateBackend> backends = new ArrayList<>();
    Random random = new Random(1);
    int generation = 0;
    List<Path> directories = directories(generation, 3);
    for (int workers : new int[] {5, 2, 2, 1, 16, 3}) {
      for (int i = 0; i < directories.size(); i++) {
        backends.add(factory.open(i, directories.get(i)));
      }
      if (generation > 0) {
        check(backends);
      }
      change(backends, random);
      check(backends);
      List<Path> parts = checkpoint(backends, ++generation);
      directories = directories(generation, workers);
      factory.redistribute(parts, directories);
      backends.clear();
    }
  }

  private List<Path> directories(int generation, int workers) throws Exception {
    List<Path> made = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      made.add(Files.createDirectories(directory.resolve(generation + "-" + i)));
    }
    return made;
  }

  /** What the tables hold, of all workers together: value by key. */
  private final TreeMap<Long, Long> fixed = new TreeMap<>();

  private final TreeMap<Long, Long> variable = new TreeMap<>();
  private final TreeMap<Long, Long> hashed = new TreeMap<>();
  private long one;

  /** Adds, changes and removes a third of all keys, and takes checkpoints in between. */
  private void change(List<StateBackend> backends, Random random) throws Exception {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < KEYS / 6; i++) {
        long key = random.nextInt(KEYS);
        long value = random.nextInt(5) == 0 ? 0 : 1 + random.nextInt(1000);
        put(backends, key, value);
      }
      one++;
      Tables first = Tables.of(backends.get(0));
      int[] slot = new int[1];
      first.one.findOrAdd(key(ONE), slot);
      first.one.writablePage(slot[0])[first.one.offset(slot[0])] = one;
      add(first.single, "single " + one, one);
      for (StateBackend backend : backends) {
        OrderedTable everywhere = Tables.of(backend).everywhere;
        if (one > 1) {
          add(everywhere, "mark " + (one - 1), -1);
        }
        add(everywhere, "mark " + one, 1);
      }
      checkpoint(backends, 1000 * one, false);
    }
  }

  private void put(List<StateBackend> backends, long key, long value) {
    KeyBatch fixedKey = key(FIXED, key, -key);
    Tables tables = Tables.of(backends.get(owner(fixedKey, backends.size())));
    set(tables.fixed, fixedKey, value, false);
    keep(fixed, key, value);
    KeyBatch variableKey = key(VARIABLE, "k" + key % 100, key);
    KeyBatch beginning = new KeyBatch(List.of(VARCHAR));
    beginning.load(List.<Object[]>of(new Object[] {"k" + key % 100}));
    tables = Tables.of(backends.get(owner(beginning, backends.size())));
    set(tables.variable, variableKey, value, true);
    keep(variable, key, value);
    byte[] bytes = hashed(key);
    tables = Tables.of(backends.get(owner(fixedKey, backends.size())));
    tables.hashed.add(bytes, 0, bytes.length, value - hashed.getOrDefault(key, 0L));
    keep(hashed, key, value);
  }

  private static void keep(TreeMap<Long, Long> model, long key, long value) {
    if (value == 0) {
      model.remove(key);
    } else {
      model.put(key, value);
    }
  }

  private static void set(RecordTable table, KeyBatch key, long value, boolean withBytes) {
    int[] slot = new int[1];
    table.findOrAdd(key, slot);
    if (value == 0) {
      table.remove(slot[0]);
      return;
    }
    table.writablePage(slot[0])[table.offset(slot[0])] = value;
    if (withBytes) {
      byte[] bytes = text("value " + value);
      table.writeBytes(slot[0], 1, bytes, 0, bytes.length);
    }
  }

  private static long add(OrderedTable table, String key, long delta) {
    byte[] bytes = text(key);
    return table.add(bytes, 0, bytes.length, delta);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static KeyBatch key(RecordLayout layout, Object... values) {
    KeyBatch keys = new KeyBatch(layout.keyTypes());
    keys.load(List.<Object[]>of(values));
    return keys;
  }

  /** A key with the hash of that of the fixed table behind three bytes. */
  private static byte[] hashed(long key) {
    int hash = key(FIXED, key, -key).hash(0);
    return new byte[] {
      1,
      2,
      3,
      (byte) (hash >>> 24),
      (byte) (hash >>> 16),
      (byte) (hash >>> 8),
      (byte) hash,
      (byte) (key >>> 8),
      (byte) key
    };
  }

  private static int owner(KeyBatch key, int workers) {
    return KeyGroups.worker(KeyGroups.of(key.hash(0), KEY_GROUPS), KEY_GROUPS, workers);
  }

  private void check(List<StateBackend> backends) {
    List<Tables> tables = backends.stream().map(Tables::of).toList();
    assertThat(tables.stream().mapToLong(of -> of.fixed.size()).sum()).isEqualTo(fixed.size());
    assertThat(tables.stream().mapToLong(of -> of.variable.size()).sum())
        .isEqualTo(variable.size());
    assertThat(tables.stream().mapToLong(of -> of.hashed.size()).sum()).isEqualTo(hashed.size());
    int[] slot = new int[1];
    fixed.forEach(
        (number, value) -> {
          KeyBatch key = key(FIXED, number, -number);
          RecordTable table = tables.get(owner(key, tables.size())).fixed;
          table.find(key, slot);
          assertThat(table.page(slot[0])[table.offset(slot[0])]).isEqualTo(value);
        });
    variable.forEach(
        (number, value) -> {
          KeyBatch beginning = new KeyBatch(List.of(VARCHAR));
          beginning.load(List.<Object[]>of(new Object[] {"k" + number % 100}));
          RecordTable table = tables.get(owner(beginning, tables.size())).variable;
          table.find(key(VARIABLE, "k" + number % 100, number), slot);
          byte[] bytes = new byte[table.bytesLength(slot[0], 1)];
          table.readBytes(slot[0], 1, bytes, 0);
          assertThat(bytes).isEqualTo(text("value " + value));
        });
    hashed.forEach(
        (number, value) -> {
          byte[] key = hashed(number);
          int owner = owner(key(FIXED, number, -number), tables.size());
          assertThat(tables.get(owner).hashed.add(key, 0, key.length, 0)).isEqualTo(value);
        });
    for (int worker = 0; worker < tables.size(); worker++) {
      Tables own = tables.get(worker);
      assertThat(own.one.size()).isEqualTo(worker == 0 ? 1 : 0);
      assertThat(own.single.size()).isEqualTo(worker == 0 ? one : 0);
      assertThat(own.everywhere.size()).isEqualTo(1);
      assertThat(add(own.everywhere, "mark " + one, 0)).isEqualTo(1);
    }
    tables.get(0).one.find(key(ONE), slot);
    assertThat(tables.get(0).one.page(slot[0])[tables.get(0).one.offset(slot[0])]).isEqualTo(one);
  }

  private List<Path> checkpoint(List<StateBackend> backends, long checkpointId) throws Exception {
    List<Path> parts = checkpoint(backends, checkpointId, true);
    backends.forEach(StateBackend::close);
    return parts;
  }

  private List<Path> checkpoint(List<StateBackend> backends, long checkpointId, boolean copied)
      throws Exception {
    List<Path> parts = new ArrayList<>();
    for (int worker = 0; worker < backends.size(); worker++) {
      StateBackend backend = backends.get(worker);
      backend.freeze(RELATION, 0);
      backend.freeze(RELATION, 1);
      Path part = Files.createDirectories(directory.resolve(checkpointId + "-part-" + worker));
      parts.add(part);
      try (SnapshotJob job = backend.finishFreeze(checkpointId)) {
        for (LocalStateFile file : job.run()) {
          if (copied) {
            Files.copy(file.path(), part.resolve(file.localName()));
          }
        }
      }
      backend.completed(checkpointId);
    }
    return parts;
  }
}
