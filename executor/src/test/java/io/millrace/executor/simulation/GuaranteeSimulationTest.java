package io.millrace.executor.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.executor.connector.DeliveryGuarantee;
import io.millrace.executor.simulation.GuaranteeSimulation.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The same load and the same kinds of crashes with each guarantee: the count is right, or may be
 * too high, or may be too low, and never the other way round. {@code -Dsimulation.seeds=N} runs
 * other than 300 seeds, {@code -Dsimulation.first=S} begins with another one than 1.
 */
final class GuaranteeSimulationTest {
  private static final int SEEDS = 300;

  @Test
  void exactlyOnceCountsEveryRowOnce() {
    assertThat(run(DeliveryGuarantee.EXACTLY_ONCE))
        .allSatisfy(
            outcome -> {
              assertThat(outcome.inView()).isEqualTo(outcome.rows());
              assertThat(outcome.inSink()).isEqualTo(outcome.rows());
            });
  }

  @Test
  void atLeastOnceCountsSomeRowsTwiceAndMissesNone() {
    assertThat(run(DeliveryGuarantee.AT_LEAST_ONCE))
        .allSatisfy(
            outcome -> {
              assertThat(outcome.inView()).isGreaterThanOrEqualTo(outcome.rows());
              assertThat(outcome.inSink()).isGreaterThanOrEqualTo(outcome.rows());
            })
        .anySatisfy(outcome -> assertThat(outcome.inView()).isGreaterThan(outcome.rows()))
        .anySatisfy(outcome -> assertThat(outcome.inSink()).isGreaterThan(outcome.rows()));
  }

  @Test
  void atMostOnceMissesSomeRowsAndCountsNoneTwice() {
    assertThat(run(DeliveryGuarantee.AT_MOST_ONCE))
        .allSatisfy(
            outcome -> {
              assertThat(outcome.inView()).isLessThanOrEqualTo(outcome.rows());
              assertThat(outcome.inSink()).isLessThanOrEqualTo(outcome.rows());
            })
        .anySatisfy(outcome -> assertThat(outcome.inView()).isLessThan(outcome.rows()))
        .anySatisfy(outcome -> assertThat(outcome.inSink()).isLessThan(outcome.rows()));
  }

  private static List<Outcome> run(DeliveryGuarantee guarantee) {
    long first = Long.getLong("simulation.first", 1);
    long count = Integer.getInteger("simulation.seeds", SEEDS);
    return LongStream.range(first, first + count)
        .parallel()
        .mapToObj(seed -> run(seed, guarantee))
        .toList();
  }

  private static Outcome run(long seed, DeliveryGuarantee guarantee) {
    try {
      return new GuaranteeSimulation(seed, guarantee, new Trace(0)).run();
    } catch (AssertionError | RuntimeException | IOException e) {
      Trace trace = new Trace(60);
      try {
        new GuaranteeSimulation(seed, guarantee, trace).run();
      } catch (AssertionError | RuntimeException | IOException again) {
        e.addSuppressed(again);
      }
      throw new AssertionError(
          e.getMessage()
              + "\nIt happens again with: ./mvnw -pl executor -am -Dtest=GuaranteeSimulationTest"
              + " -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.seeds=1 -Dsimulation.first="
              + seed
              + " test, with "
              + guarantee
              + "\nThe last events:\n"
              + trace.lastEvents(),
          e);
    }
  }
}
