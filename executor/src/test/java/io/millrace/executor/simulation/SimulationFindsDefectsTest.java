package io.millrace.executor.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.executor.simulation.SimulatedScheduler.Crashed;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is broken on purpose is found within a few seeds. */
final class SimulationFindsDefectsTest {
  private static final int SEEDS = 50;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void findsWhatIsBroken(Defect defect) {
    boolean found = false;
    for (long seed = 1; seed <= SEEDS && !found; seed++) {
      found = finds(defect, seed);
    }
    assertThat(found).as(defect + " is found within " + SEEDS + " seeds").isTrue();
  }

  private static boolean finds(Defect defect, long seed) {
    try {
      Simulation simulation = new Simulation(seed, defect, new Trace(0));
      (defect == Defect.SAVEPOINTS_FORGOTTEN ? simulation.withSavepoints() : simulation).run();
      return false;
    } catch (Crashed | IOException e) {
      throw new AssertionError("The simulation itself failed", e);
    } catch (AssertionError | RuntimeException e) {
      return true;
    }
  }
}
