package io.millrace.executor.state.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.config.DataSize;
import io.millrace.executor.checkpoint.LocalStateFile;
import io.millrace.executor.filesystem.LocalFileSystem;
import io.millrace.executor.state.KeyGroups;
import io.millrace.executor.state.OrderedTable;
import io.millrace.executor.state.Redistribution;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateBackendContractTest;
import io.millrace.executor.state.StateBackendFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RocksDbStateBackendTest extends StateBackendContractTest {
  @Override
  protected StateBackendFactory factory(DataSize memory) {
    return new RocksDbStateBackendFactory(new LocalFileSystem(), memory, KeyGroups.DEFAULT_COUNT);
  }

  @Test
  void removedKeysTakeNoRoomInRocksDb() throws Exception {
    int keys = 120_000;
    int kept = 10;
    StateBackendFactory factory = factory(new DataSize(100 << 10));
    Path before = directory.resolve("before");
    Path middle = directory.resolve("middle");
    Path after = directory.resolve("after");
    try (StateBackend backend = factory.open(1, directory.resolve("work"))) {
      add(backend, 0, keys, 1);
      assertThat(backend.wantsCheckpoint()).isTrue();
      long full = bytes(checkpoint(backend, 1, before, 1), before);
      add(backend, kept, keys / 4, -1);
      assertThat(bytes(checkpoint(backend, 2, middle, 1), middle))
          .as("few were removed, which is no reason to write all anew")
          .isGreaterThan(full);
      add(backend, keys / 4, keys, -1);
      assertThat(bytes(checkpoint(backend, 3, after, 1), after)).isLessThan(full / 10);
    }
    try (StateBackend backend = factory.open(1, after)) {
      OrderedTable.Scan scan = rows(backend).scan(new byte[0], 0, 0, 0);
      for (int key = 0; key < kept; key++) {
        assertThat(scan.next()).isTrue();
        assertThat(ByteBuffer.wrap(scan.bytes(), scan.start(), scan.length()).getLong())
            .isEqualTo(key);
      }
      assertThat(scan.next()).isFalse();
    }
  }

  @Test
  void checkpointsCostWhatWasChangedAndFilesStayInProportion() throws Exception {
    int keys = 30_000;
    int changed = 300;
    StateBackendFactory factory = factory(DataSize.megabytes(64));
    Path last = null;
    try (StateBackend backend = factory.open(1, directory.resolve("work"))) {
      add(backend, 0, keys, 1);
      Path before = directory.resolve("0");
      long full = bytes(checkpoint(backend, 1, before, 1), before);
      for (int i = 1; i <= 150; i++) {
        int first = i * 7919 % (keys - changed);
        add(backend, first, first + changed, 1);
        last = directory.resolve(String.valueOf(i));
        List<LocalStateFile> files = checkpoint(backend, 1 + i, last, 1);
        Path newest = last.resolve("changes-" + (1 + i));
        assertThat(Files.size(newest)).isLessThan(full / 100 * 3);
        assertThat(bytes(files, last)).isLessThan(5 * full);
      }
    }
    try (StateBackend backend = factory.open(1, last)) {
      int[] counts = new int[keys];
      Arrays.fill(counts, 1);
      for (int i = 1; i <= 150; i++) {
        int first = i * 7919 % (keys - changed);
        for (int key = first; key < first + changed; key++) {
          counts[key]++;
        }
      }
      OrderedTable.Scan scan = rows(backend).scan(new byte[0], 0, 0, 0);
      for (int key = 0; key < keys; key++) {
        assertThat(scan.next()).isTrue();
        assertThat(ByteBuffer.wrap(scan.bytes(), scan.start(), scan.length()).getLong())
            .isEqualTo(key);
        assertThat(scan.count()).isEqualTo(counts[key]);
      }
      assertThat(scan.next()).isFalse();
    }
  }

  @Test
  void restoresIntoLessMemoryThanThereWas() throws Exception {
    int keys = 60_000;
    Path saved = directory.resolve("saved");
    Path again = directory.resolve("again");
    try (StateBackend backend =
        factory(DataSize.megabytes(64)).open(1, directory.resolve("work"))) {
      add(backend, 0, keys, 1);
      checkpoint(backend, 1, directory.resolve("first"), 1);
      add(backend, 0, keys / 2, 1);
      add(backend, keys / 2, keys / 4 * 3, -1);
      checkpoint(backend, 2, saved, 1);
    }
    StateBackendFactory small = factory(new DataSize(100 << 10));
    try (StateBackend backend = small.open(1, saved)) {
      checkCounts(backend, keys);
      // What has moved stays found, also if a checkpoint leaves it out.
      checkpoint(backend, 3, directory.resolve("without"));
      checkpoint(backend, 4, again, 1);
    }
    try (StateBackend backend = small.open(1, again)) {
      checkCounts(backend, keys);
    }
  }

  /** Half of the keys twice, a quarter not at all, a quarter once. */
  private static void checkCounts(StateBackend backend, int keys) {
    OrderedTable.Scan scan = rows(backend).scan(new byte[0], 0, 0, 0);
    for (int key = 0; key < keys; key++) {
      if (key < keys / 2 || key >= keys / 4 * 3) {
        assertThat(scan.next()).isTrue();
        assertThat(ByteBuffer.wrap(scan.bytes(), scan.start(), scan.length()).getLong())
            .isEqualTo(key);
        assertThat(scan.count()).isEqualTo(key < keys / 2 ? 2 : 1);
      }
    }
    assertThat(scan.next()).isFalse();
    assertThat(rows(backend).size()).isEqualTo(keys / 4 * 3);
  }

  @Test
  void nothingIsWrittenWhenNothingWasChanged() throws Exception {
    Path first = directory.resolve("first");
    Path second = directory.resolve("second");
    try (StateBackend backend =
        factory(DataSize.megabytes(64)).open(1, directory.resolve("work"))) {
      add(backend, 0, 1000, 1);
      checkpoint(backend, 1, first, 1);
      assertThat(checkpoint(backend, 2, second, 1))
          .extracting(LocalStateFile::localName)
          .containsExactly("changes-1", TableCatalog.FILE_NAME);
    }
  }

  private static OrderedTable rows(StateBackend backend) {
    return backend.tables(1, 0).ordered("rows", new Redistribution.Single());
  }

  private static void add(StateBackend backend, int from, int to, long count) {
    for (int key = from; key < to; key++) {
      rows(backend).add(ByteBuffer.allocate(8).putLong(key).array(), 0, 8, count);
    }
  }

  private static long bytes(List<LocalStateFile> files, Path directory) throws IOException {
    long bytes = 0;
    for (LocalStateFile file : files) {
      bytes += Files.size(directory.resolve(file.localName()));
    }
    return bytes;
  }
}
