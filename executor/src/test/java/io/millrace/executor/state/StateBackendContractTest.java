package io.millrace.executor.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.config.DataSize;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.checkpoint.LocalStateFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every state backend promises. */
public abstract class StateBackendContractTest {
  private static final DataType BIGINT = DataType.of(TypeKind.BIGINT).notNull();
  private static final RecordLayout COUNTS = new RecordLayout(List.of(BIGINT), 2, List.of());
  private static final Redistribution BY_KEY = new Redistribution.ByKey(1);

  @TempDir protected Path directory;

  /** The backend with so much memory for all tables together. */
  protected abstract StateBackendFactory factory(DataSize memory);

  static List<List<DataType>> keyTypes() {
    return KeyValues.KEY_TYPES;
  }

  @ParameterizedTest
  @MethodSource("keyTypes")
  void behavesAsTheModel(List<DataType> types) throws Exception {
    random(DataSize.megabytes(64), types, 300, 80);
  }

  @Test
  void behavesAsTheModelWithLittleMemory() throws Exception {
    for (List<DataType> types :
        List.of(
            List.of(BIGINT),
            List.of(DataType.of(TypeKind.VARCHAR)),
            List.of(BIGINT, DataType.of(TypeKind.INTEGER)))) {
      for (int i = 0; i < 2; i++) {
        random(new DataSize(100 << 10), types, 4000, 300);
      }
    }
  }

  @Test
  void behavesAsTheModelWithOtherMemoryAfterRestarts() throws Exception {
    for (List<DataType> types : List.of(List.of(BIGINT), List.of(DataType.of(TypeKind.VARCHAR)))) {
      StateBackendFactory much = factory(DataSize.megabytes(64));
      StateBackendFactory little = factory(new DataSize(100 << 10));
      AtomicInteger opened = new AtomicInteger();
      StateBackendFactory alternating =
          new StateBackendFactory() {
            @Override
            public String format() {
              return much.format();
            }

            @Override
            public void redistribute(List<Path> parts, List<Path> targets) {
              much.redistribute(parts, targets);
            }

            @Override
            public StateBackend open(int worker, Path own) {
              return (opened.getAndIncrement() % 2 == 0 ? much : little).open(worker, own);
            }
          };
      random(alternating, types, 4000, 400);
    }
  }

  private void random(DataSize memory, List<DataType> types, int variety, int steps)
      throws Exception {
    random(factory(memory), types, variety, steps);
  }

  private void random(StateBackendFactory factory, List<DataType> types, int variety, int steps)
      throws Exception {
    long seed = new Random().nextLong();
    Path run = Files.createTempDirectory(directory, "run");
    try (ModelRun modelRun = new ModelRun(factory, run, seed, types, variety)) {
      modelRun.run(steps);
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed + "L, keys " + types + ", variety " + variety, e);
    }
  }

  @Test
  void aTableThatWasLeftOutOfACheckpointIsWholeInTheNext() throws Exception {
    StateBackendFactory factory = factory(DataSize.megabytes(64));
    Path restored = directory.resolve("restored");
    try (StateBackend backend = factory.open(0, directory.resolve("work"))) {
      RecordTable table = backend.tables(1, 0).records("counts", COUNTS, BY_KEY);
      fill(table, 8000);
      fill(backend.tables(2, 0).records("counts", COUNTS, BY_KEY), 4000);
      checkpoint(backend, 1, directory.resolve("first"), 1, 2);
      int[] slots = new int[4000];
      table.find(keys(4000, 4000), slots);
      for (int slot : slots) {
        table.remove(slot);
      }
      checkpoint(backend, 2, directory.resolve("second"), 2);
      checkpoint(backend, 3, restored, 1, 2);
    }
    try (StateBackend backend = factory.open(0, restored)) {
      RecordTable table = backend.tables(1, 0).records("counts", COUNTS, BY_KEY);
      assertThat(table.size()).isEqualTo(4000);
      int[] slots = new int[4000];
      table.find(keys(4000, 4000), slots);
      assertThat(slots).containsOnly(RecordTable.ABSENT);
      table.find(keys(0, 4000), slots);
      assertThat(slots).doesNotContain(RecordTable.ABSENT);
    }
  }

  private static KeyBatch keys(long first, int count) {
    KeyBatch keys = new KeyBatch(List.of(BIGINT));
    List<Object[]> values = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      values.add(new Object[] {first + i});
    }
    keys.load(values);
    return keys;
  }

  private static void fill(RecordTable table, int records) {
    int[] slots = new int[4000];
    for (int first = 0; first < records; first += 4000) {
      table.findOrAdd(keys(first, 4000), slots);
      for (int i = 0; i < 4000; i++) {
        table.writablePage(slots[i])[table.offset(slots[i]) + 1] = first + i;
      }
    }
  }

  @Test
  void holdsAMillionKeysThroughACheckpoint() throws Exception {
    StateBackendFactory factory = factory(DataSize.megabytes(256));
    Path restored = directory.resolve("restored");
    try (StateBackend backend = factory.open(1, directory.resolve("work"))) {
      fill(backend.tables(1, 0).records("counts", COUNTS, BY_KEY), 1_000_000);
      checkpoint(backend, 1, restored, 1);
    }
    try (StateBackend backend = factory.open(1, restored)) {
      RecordTable table = backend.tables(1, 0).records("counts", COUNTS, BY_KEY);
      assertThat(table.size()).isEqualTo(1_000_000);
      int[] slots = new int[4000];
      for (int first = 0; first < 1_000_000; first += 100_000) {
        table.find(keys(first, 4000), slots);
        for (int i = 0; i < 4000; i++) {
          assertThat(table.page(slots[i])[table.offset(slots[i]) + 1]).isEqualTo(first + i);
        }
      }
    }
  }

  /** Runs a checkpoint of some relations (node 0) to its end, and copies its files. */
  protected static List<LocalStateFile> checkpoint(
      StateBackend backend, long checkpointId, Path target, long... relationIds) throws Exception {
    for (long relationId : relationIds) {
      backend.freeze(relationId, 0);
    }
    Files.createDirectories(target);
    List<LocalStateFile> files;
    try (SnapshotJob job = backend.finishFreeze(checkpointId)) {
      files = job.run();
      for (LocalStateFile file : files) {
        Files.copy(file.path(), target.resolve(file.localName()));
      }
    }
    backend.completed(checkpointId);
    return files;
  }

  @Test
  void droppedRelationsAreGone() throws Exception {
    StateBackendFactory factory = factory(DataSize.megabytes(64));
    Path restored = directory.resolve("restored");
    try (StateBackend backend = factory.open(0, directory.resolve("work"))) {
      fill(backend.tables(1, 0).records("counts", COUNTS, BY_KEY), 4000);
      fill(backend.tables(2, 0).records("counts", COUNTS, BY_KEY), 8000);
      checkpoint(backend, 1, directory.resolve("first"), 1, 2);
      backend.drop(1);
      assertThat(backend.relations()).containsExactly(2L);
      checkpoint(backend, 2, restored, 2);
    }
    try (StateBackend backend = factory.open(0, restored)) {
      assertThat(backend.relations()).containsExactly(2L);
      assertThat(backend.tables(2, 0).records("counts", COUNTS, BY_KEY).size()).isEqualTo(8000);
      assertThat(backend.tables(1, 0).records("counts", COUNTS, BY_KEY).size()).isZero();
    }
  }

  @Test
  void tablesOfOtherOperatorsAndNamesAreOthers() {
    try (StateBackend backend = factory(DataSize.megabytes(64)).open(0, directory)) {
      fill(backend.tables(1, 0).records("counts", COUNTS, BY_KEY), 4000);
      assertThat(backend.tables(1, 0)).isSameAs(backend.tables(1, 0));
      assertThat(backend.tables(1, 0).records("others", COUNTS, BY_KEY).size()).isZero();
      assertThat(backend.tables(1, 1).records("counts", COUNTS, BY_KEY).size()).isZero();
    }
  }

  @Test
  void anotherLayoutIsRefused() {
    try (StateBackend backend = factory(DataSize.megabytes(64)).open(0, directory)) {
      StateTables tables = backend.tables(1, 0);
      tables.records("counts", COUNTS, BY_KEY);
      assertThatThrownBy(
              () ->
                  tables.records("counts", new RecordLayout(List.of(BIGINT), 3, List.of()), BY_KEY))
          .isInstanceOfSatisfying(
              MillraceException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INCOMPATIBLE_STATE));
    }
  }
}
