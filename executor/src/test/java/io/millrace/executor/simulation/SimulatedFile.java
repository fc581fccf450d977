package io.millrace.executor.simulation;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/** A file's content: what processes see of it, and what a loss of power leaves of it. */
final class SimulatedFile implements SimulatedNode {
  /** What a disk writes whole or not at all. */
  private static final int SECTOR = 64;

  private byte[] data = new byte[64];
  private int length;

  /** Up to where {@link #data} is what was synced last. */
  private int synced;

  /** What was synced last, if some of that has been cut off since; else null. */
  private byte[] cut;

  int length() {
    return length;
  }

  byte[] content() {
    return Arrays.copyOf(data, length);
  }

  void write(ByteBuffer bytes, int count) {
    if (data.length < length + count) {
      data = Arrays.copyOf(data, 2 * (length + count));
    }
    bytes.get(data, length, count);
    length += count;
  }

  void truncate(int size) {
    if (size < synced) {
      if (cut == null) {
        cut = Arrays.copyOf(data, synced);
      }
      synced = size;
    }
    length = Math.min(length, size);
  }

  void sync() {
    synced = length;
    cut = null;
  }

  /**
   * Power is lost: everything that was synced is there. Of what was not, some sectors are and
   * others are zero, and the end may be missing.
   */
  void losePower(Random random) {
    if (cut != null && random.nextBoolean()) {
      data = cut;
      length = cut.length;
    } else if (length > synced) {
      int end =
          switch (random.nextInt(3)) {
            case 0 -> synced;
            case 1 -> length;
            default -> synced + random.nextInt(length - synced + 1);
          };
      boolean torn = random.nextInt(3) == 0;
      for (int sector = synced; torn && sector < end; sector += SECTOR) {
        if (random.nextInt(4) == 0) {
          Arrays.fill(data, sector, Math.min(end, sector + SECTOR), (byte) 0);
        }
      }
      length = end;
    }
    sync();
  }
}
