package io.millrace.executor.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Runs whole databases in one thread on simulated machines. {@code -Dsimulation.seeds=N} runs other
 * than 2,000 seeds (1,000 with savepoints), {@code -Dsimulation.first=S} begins with another one
 * than 1, {@code -Dsimulation.seed=S} runs one seed alone, exactly as before.
 */
final class SimulationTest {
  private static final int SEEDS = 2_000;
  private static final int SEEDS_WITH_SAVEPOINTS = 1_000;
  private static final int EVENTS_IN_MESSAGE = 60;

  @Test
  void whatIsThereIsWhatWouldBeThereWithoutCrashes() {
    run(SEEDS, false);
  }

  @Test
  void savepointsBringBackWhatWasThere() {
    run(SEEDS_WITH_SAVEPOINTS, true);
  }

  private static void run(int seeds, boolean savepoints) {
    Long single = Long.getLong("simulation.seed");
    long first = single != null ? single : Long.getLong("simulation.first", 1);
    long count = single != null ? 1 : Integer.getInteger("simulation.seeds", seeds);
    // Each run is in one thread; runs know nothing of each other.
    LongStream.range(first, first + count).parallel().forEach(seed -> run(seed, savepoints));
  }

  private static Simulation simulation(long seed, boolean savepoints, Trace trace) {
    Simulation simulation = new Simulation(seed, Defect.NONE, trace);
    return savepoints ? simulation.withSavepoints() : simulation;
  }

  private static void run(long seed, boolean savepoints) {
    try {
      simulation(seed, savepoints, new Trace(0)).run();
    } catch (AssertionError | RuntimeException | IOException e) {
      Trace trace = new Trace(EVENTS_IN_MESSAGE);
      Throwable again = e;
      try {
        simulation(seed, savepoints, trace).run();
      } catch (AssertionError | RuntimeException | IOException repeated) {
        again = repeated;
      }
      throw new AssertionError(
          again.getMessage()
              + "\nIt happens again with: ./mvnw -pl executor -am -Dtest=SimulationTest#"
              + (savepoints
                  ? "savepointsBringBackWhatWasThere"
                  : "whatIsThereIsWhatWouldBeThereWithoutCrashes")
              + " -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.seed="
              + seed
              + " test\nThe last events:\n"
              + trace.lastEvents(),
          again);
    }
  }

  @Test
  void oneSeedAlwaysRunsTheSame() throws IOException {
    for (long seed = 1; seed <= 20; seed++) {
      assertThat(hash(seed)).as("seed " + seed).isEqualTo(hash(seed));
    }
  }

  private static long hash(long seed) throws IOException {
    Trace trace = new Trace(0);
    new Simulation(seed, Defect.NONE, trace).run();
    return trace.hash();
  }
}
