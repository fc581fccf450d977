package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class ConsistentReadsTest {
  private static final long SOURCE = 1;
  private static final long BY_KEY = 2;
  private static final long TOTAL = 3;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void twoViewsOverOneSourceAlwaysShowTheSamePrefix(int workers) {
    long rows = 400_000;
    try (EngineHarness harness = new EngineHarness(directory).workers(workers).open()) {
      harness.source().limit.set(0);
      harness.create(
          TestPlans.source(SOURCE, 1, rows, 1000),
          TestPlans.countAndSum(BY_KEY, SOURCE, true),
          TestPlans.total(TOTAL, SOURCE, true));
      harness.source().limit.set(Long.MAX_VALUE);
      long count = 0;
      while (count < rows) {
        List<List<List<Object>>> both = harness.readAll(BY_KEY, TOTAL);
        count = sum(both.get(0), 1);
        List<Object> total = both.get(1).get(0);
        assertThat(total.get(0)).isEqualTo(count);
        // One split: the rows are 0, 1, 2, ... and their sum says that it is a prefix.
        long prefix = count * (count - 1) / 2;
        assertThat(sum(both.get(0), 2)).isEqualTo(prefix);
        assertThat(total.get(1)).isEqualTo(count == 0 ? null : (Object) prefix);
      }
      harness.engine().awaitBoundedSources();
      assertThat(harness.read(BY_KEY)).hasSize(1000);
    }
  }

  private static long sum(List<List<Object>> rows, int column) {
    return rows.stream().mapToLong(row -> (Long) row.get(column)).sum();
  }
}
