package io.millrace.executor.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FaultyFileSystem;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableLogTest {
  @TempDir Path temp;
  private final FaultyFileSystem fileSystem = new FaultyFileSystem();
  private final List<LogEntry> heard = Collections.synchronizedList(new ArrayList<>());

  private TableLog open() {
    return TableLog.open(fileSystem, temp.resolve("log"), true, heard::add);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> contents(TableLog log, long from) {
    List<String> contents = new ArrayList<>();
    log.replay(
        from,
        entry ->
            contents.add(
                entry.tableId() + ":" + new String(entry.payload(), StandardCharsets.UTF_8)));
    return contents;
  }

  private Path onlySegment() throws IOException {
    try (Stream<Path> files = Files.list(temp.resolve("log"))) {
      return files.findFirst().orElseThrow();
    }
  }

  @Test
  void replaysFromAPositionAfterAReopening() {
    long middle;
    try (TableLog log = open()) {
      middle = log.append(1, bytes("a"));
      log.append(2, bytes("b"));
    }
    try (TableLog log = open()) {
      log.append(1, bytes("c"));
      assertThat(contents(log, 0)).containsExactly("1:a", "2:b", "1:c");
      assertThat(contents(log, middle)).containsExactly("2:b", "1:c");
      assertThat(contents(log, log.end())).isEmpty();
    }
    assertThat(heard).extracting(LogEntry::tableId).containsExactly(1L, 2L, 1L);
  }

  @Test
  void aTornEndIsCutOffAtEveryByte() throws IOException {
    long intact;
    long whole;
    try (TableLog log = open()) {
      intact = log.append(1, bytes("first"));
      whole = log.append(1, bytes("second"));
    }
    byte[] content = Files.readAllBytes(onlySegment());
    for (long size = intact; size < whole; size++) {
      Path segment = onlySegment();
      Files.write(segment, content);
      try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
        file.setLength(size);
      }
      try (TableLog log = open()) {
        assertThat(log.end()).isEqualTo(intact);
        log.append(1, bytes("third"));
        assertThat(contents(log, 0)).containsExactly("1:first", "1:third");
      }
    }
  }

  @Test
  void damageOfWhatWasDurableIsAnErrorAndNotATornEnd() throws IOException {
    long second;
    try (TableLog log = open()) {
      second = log.append(1, bytes("first"));
      log.append(1, bytes("second"));
      log.append(1, bytes("third"));
    }
    try (RandomAccessFile file = new RandomAccessFile(onlySegment().toFile(), "rw")) {
      file.seek(second + 30);
      file.write('X');
    }
    assertThatThrownBy(this::open)
        .hasMessageContaining(
            "The table log is damaged in " + onlySegment() + " at byte " + second);
  }

  @Test
  void aFullDiskAppendsNothingAndLaterWritesWork() {
    try (TableLog log = open()) {
      log.append(1, bytes("first"));
      fileSystem.setFault(
          (operation, file) ->
              operation == FaultyFileSystem.Operation.WRITE ? FaultyFileSystem.DISK_FULL : null);
      assertThatThrownBy(() -> log.append(1, bytes("lost")))
          .isInstanceOfSatisfying(
              MillraceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL));
      fileSystem.heal();
      log.append(1, bytes("second"));
      assertThat(contents(log, 0)).containsExactly("1:first", "1:second");
    }
  }

  @Test
  void afterAFailedSyncNothingIsTakenUntilReopened() {
    TableLog log = open();
    fileSystem.setFault(
        (operation, file) -> operation == FaultyFileSystem.Operation.SYNC ? "I/O error" : null);
    assertThatThrownBy(() -> log.append(1, bytes("unsure"))).hasMessageContaining("I/O error");
    fileSystem.heal();
    assertThatThrownBy(() -> log.append(1, bytes("refused")))
        .hasMessageContaining("tables take no more writes until the server is started again");
    assertThat(heard).isEmpty();
    log.close();
    try (TableLog reopened = open()) {
      reopened.append(1, bytes("taken"));
      assertThat(heard).hasSize(1);
    }
  }

  @Test
  void concurrentAppendsAreHeardInTheOrderOfTheLog() throws Exception {
    int threads = 8;
    int each = 50;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try (TableLog log = open()) {
      CountDownLatch start = new CountDownLatch(1);
      List<Future<?>> futures = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int table = t;
        futures.add(
            executor.submit(
                () -> {
                  start.await();
                  for (int i = 0; i < each; i++) {
                    long end = log.append(table, bytes("" + i));
                    assertThat(log.end()).isGreaterThanOrEqualTo(end);
                  }
                  return null;
                }));
      }
      start.countDown();
      for (Future<?> future : futures) {
        future.get();
      }
      assertThat(heard)
          .hasSize(threads * each)
          .isSortedAccordingTo(java.util.Comparator.comparingLong(LogEntry::position));
      assertThat(contents(log, 0)).hasSize(threads * each);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void oldSegmentsAreRemoved() throws IOException {
    byte[] large = new byte[40 << 20];
    try (TableLog log = open()) {
      log.append(1, large);
      log.append(2, large);
      long third = log.append(3, large);
      log.append(4, bytes("d"));
      try (Stream<Path> files = Files.list(temp.resolve("log"))) {
        assertThat(files).hasSize(2);
      }
      log.removeBefore(third);
      try (Stream<Path> files = Files.list(temp.resolve("log"))) {
        assertThat(files).hasSize(1);
      }
      assertThat(contents(log, third)).containsExactly("4:d");
    }
  }

  @Test
  void refusesALogThatLostFilesOrItsEnd() throws IOException {
    long middle;
    long end;
    try (TableLog log = open()) {
      middle = log.append(1, bytes("a"));
      end = log.append(1, bytes("b"));
      log.requireFrom(middle);
    }
    try (TableLog log = open()) {
      log.requireFrom(0);
      log.requireFrom(end);
    }
    try (RandomAccessFile file = new RandomAccessFile(onlySegment().toFile(), "rw")) {
      file.setLength(middle);
    }
    try (TableLog log = open()) {
      log.requireFrom(middle);
      assertMissing(log, end, "it ends at " + middle);
    }
    Files.move(onlySegment(), temp.resolve("log").resolve(String.format("%016x.log", end)));
    try (TableLog log = open()) {
      assertMissing(log, 0, "there is no checkpoint of what was before");
      assertMissing(log, middle, "it begins at " + end);
    }
    Files.delete(onlySegment());
    try (TableLog log = open()) {
      assertMissing(log, end, "it ends at 0");
    }
  }

  @Test
  void refusesALogWithAHole() throws IOException {
    long end;
    try (TableLog log = open()) {
      end = log.append(1, bytes("a"));
    }
    Files.copy(onlySegment(), temp.resolve("log").resolve(String.format("%016x.log", end + 10)));
    try (TableLog log = open()) {
      assertMissing(log, 0, "it goes on at " + (end + 10) + ", not " + end);
    }
  }

  private static void assertMissing(TableLog log, long position, String why) {
    assertThatThrownBy(() -> log.requireFrom(position))
        .isInstanceOfSatisfying(
            MillraceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED_DATA))
        .hasMessageContaining(why);
  }
}
