package io.millrace.executor.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FaultyFileSystem.Operation;
import io.millrace.executor.log.LogEntry;
import io.millrace.executor.log.TableLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Writes a log in small segments, removes what is no longer needed, and stops the machine at any
 * operation: what was acknowledged is there, once, in its order.
 */
final class TableLogSimulationTest {
  private static final int SEEDS = 2_000;
  private static final int LIVES = 6;
  private static final int MOST_APPENDS = 25;
  private static final int STOPPED = Integer.MIN_VALUE;
  private static final Path DIRECTORY = Path.of("/data/log");

  private Random random;
  private SimulatedDisk disk;

  /** Acknowledged entries, by their texts, which are all different. */
  private List<String> acknowledged;

  /** Positions after acknowledged entries, at the same index. */
  private List<Long> ends;

  /** Where a checkpoint would have replay begin, and how many entries that leaves out. */
  private long needed;

  private int leftOut;
  private int operationsLeft;
  private boolean faulty;
  private int texts;

  @Test
  void whatWasAcknowledgedIsThere() throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      random = new Random(seed);
      disk = new SimulatedDisk();
      disk.createDirectories(DIRECTORY.getParent());
      acknowledged = new ArrayList<>();
      ends = new ArrayList<>();
      needed = 0;
      leftOut = 0;
      for (int life = 0; life < LIVES; life++) {
        boolean last = life == LIVES - 1;
        operationsLeft = last ? -1 : random.nextInt(120);
        faulty = !last && random.nextInt(4) == 0;
        live("seed " + seed);
        if (random.nextInt(3) > 0) {
          disk.losePower(random);
        }
      }
    }
  }

  private void live(String seed) {
    try {
      TableLog log =
          TableLog.open(
              new SimulatedFileSystem(disk, this::pass, true), DIRECTORY, true, 300, e -> {});
      log.requireFrom(needed);
      check(log, seed);
      for (int i = random.nextInt(MOST_APPENDS); i > 0; i--) {
        append(log);
        if (random.nextInt(6) == 0) {
          removeSome(log);
        }
      }
    } catch (MillraceException e) {
      assertThat(operationsLeft == STOPPED || faulty).as(seed + ": " + e).isTrue();
      assertThat(e.getMessage()).as(seed).doesNotContain("missing", "damaged");
    }
  }

  private void pass(Operation operation, Path file) throws IOException {
    if (operationsLeft >= 0 && --operationsLeft < 0) {
      operationsLeft = STOPPED;
    }
    if (operationsLeft == STOPPED || faulty && random.nextInt(20) == 0) {
      throw new IOException("The disk does not answer");
    }
  }

  private void append(TableLog log) {
    String text = "entry " + texts++ + "-".repeat(random.nextInt(150));
    long end = log.append(7, text.getBytes(StandardCharsets.UTF_8));
    acknowledged.add(text);
    ends.add(end);
  }

  private void removeSome(TableLog log) {
    if (!ends.isEmpty()) {
      int upTo = random.nextInt(ends.size());
      if (ends.get(upTo) > needed) {
        needed = ends.get(upTo);
        leftOut = upTo + 1;
      }
      log.removeBefore(needed);
    }
  }

  private void check(TableLog log, String seed) {
    List<LogEntry> entries = new ArrayList<>();
    log.replay(needed, entries::add);
    List<String> there =
        entries.stream().map(e -> new String(e.payload(), StandardCharsets.UTF_8)).toList();
    List<String> wanted = acknowledged.subList(leftOut, acknowledged.size());
    assertThat(there).as(seed).doesNotHaveDuplicates();
    assertThat(there.stream().filter(wanted::contains).toList()).as(seed).isEqualTo(wanted);
  }
}
