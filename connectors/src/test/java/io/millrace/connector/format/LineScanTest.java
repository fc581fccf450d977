package io.millrace.connector.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LineScanTest {
  @Test
  void findsAndCountsAmongAllBytes() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = (byte) (random.nextInt(6) == 0 ? '\n' : random.nextInt(256));
      }
      int from = random.nextInt(bytes.length + 1);
      int limit = from + random.nextInt(bytes.length - from + 1);
      int next = limit;
      int count = 0;
      for (int k = limit - 1; k >= from; k--) {
        if (bytes[k] == '\n') {
          next = k;
          count++;
        }
      }
      assertThat(LineScan.nextLineEnd(bytes, from, limit)).as("seed %d", seed).isEqualTo(next);
      assertThat(LineScan.count(bytes, from, limit)).as("seed %d", seed).isEqualTo(count);
    }
  }
}
