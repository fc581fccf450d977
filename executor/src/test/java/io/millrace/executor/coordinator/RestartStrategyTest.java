package io.millrace.executor.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.executor.coordinator.RestartStrategy.Kind;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RestartStrategyTest {
  private static List<Long> millis(RestartStrategy strategy) {
    return IntStream.rangeClosed(1, 100)
        .mapToObj(strategy::delayNanos)
        .takeWhile(OptionalLong::isPresent)
        .map(delay -> delay.getAsLong() / 1_000_000)
        .toList();
  }

  @Test
  void nothingIsTriedAgainWithoutAStrategy() {
    assertThat(millis(RestartStrategy.none())).isEmpty();
  }

  @Test
  void aFixedDelayStaysTheSame() {
    assertThat(millis(RestartStrategy.fixedDelay(Duration.ofSeconds(2), 3)))
        .containsExactly(2_000L, 2_000L, 2_000L);
  }

  @Test
  void anExponentialDelayGrowsUpToTheLongest() {
    assertThat(
            millis(
                new RestartStrategy(
                    Kind.EXPONENTIAL_DELAY, Duration.ofSeconds(1), Duration.ofSeconds(5), 6)))
        .containsExactly(1_000L, 2_000L, 4_000L, 5_000L, 5_000L, 5_000L);
    assertThat(
            millis(
                new RestartStrategy(
                    Kind.EXPONENTIAL_DELAY, Duration.ofSeconds(9), Duration.ofSeconds(5), 2)))
        .containsExactly(9_000L, 9_000L);
  }
}
