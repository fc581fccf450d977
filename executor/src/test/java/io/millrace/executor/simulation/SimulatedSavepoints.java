package io.millrace.executor.simulation;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.coordinator.SavepointRequest;
import io.millrace.executor.engine.SavepointRestore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** The savepoints of a simulated database, and what was there when they were taken. */
final class SimulatedSavepoints {
  private static final int MOST = 4;

  private record Saved(Map<Long, ModelledRelation> catalog, TableModel.State table) {}

  private final Simulation simulation;
  private final Random random;

  /** Those that must be there. */
  private final Map<String, Saved> kept = new TreeMap<>();

  /** Those that somebody began to take or to drop, and was not told that it is done. */
  private final Map<String, Saved> unsure = new TreeMap<>();

  private int taken;

  SimulatedSavepoints(Simulation simulation) {
    this.simulation = simulation;
    this.random = simulation.random();
  }

  /** Decides, some of the time, to go back, and ends what was decided. */
  void beforeOpening(SimulatedProcess process) {
    SavepointRestore restore = process.savepointRestore(simulation.config());
    if (!kept.isEmpty() && random.nextInt(3) == 0) {
      String name = any();
      simulation.trace().add("go back to", name);
      restore.begin(name);
    }
    restore.finish(this::goBackTo);
  }

  /** What is on the disk from now on; the engine gives the name as the definitions that it kept. */
  private void goBackTo(String name) {
    Saved saved = kept.containsKey(name) ? kept.get(name) : unsure.get(name);
    simulation.catalog().clear();
    simulation.catalog().putAll(saved.catalog());
    simulation.table().goBackTo(saved.table());
  }

  private String any() {
    List<String> names = List.copyOf(kept.keySet());
    return names.get(random.nextInt(names.size()));
  }

  /** Learns what has become of those whose statement did not return. */
  void opened(Set<String> there) {
    unsure.forEach(
        (name, saved) -> {
          if (there.contains(name)) {
            kept.put(name, saved);
          }
        });
    unsure.clear();
    if (!there.equals(kept.keySet())) {
      throw new AssertionError("There are the savepoints " + there + ", not " + kept.keySet());
    }
  }

  /** Takes or drops one. */
  void act(SimulatedProcess process) {
    if (kept.size() == MOST || !kept.isEmpty() && random.nextInt(4) == 0) {
      drop(process);
    } else {
      take(process);
    }
  }

  private void take(SimulatedProcess process) {
    String name = "s" + taken++;
    simulation.trace().add("take savepoint", name);
    Map<Long, ModelledRelation> catalog = new LinkedHashMap<>(simulation.catalog());
    unsure.put(name, new Saved(catalog, simulation.table().state()));
    Map<Long, String> stateful = new LinkedHashMap<>();
    catalog
        .values()
        .forEach(
            relation -> {
              if (!relation.isSource()) {
                stateful.put(relation.id(), relation.spec().name());
              }
            });
    List<String> names =
        catalog.values().stream().map(ModelledRelation::spec).map(RelationSpec::name).toList();
    Set<Long> written = simulation.table().acknowledged();
    try {
      long id = process.engine().savepoint(new SavepointRequest(name, names, name, stateful));
      kept.put(name, unsure.remove(name));
      simulation.inspection().checkpointed(id, written, process.isFaulty());
    } catch (MillraceException e) {
      boolean refused =
          e.code() == ErrorCode.PIPELINE_FAILED && e.getMessage().contains("was not taken");
      if (!refused && !process.isFaulty() && !process.isCrashed()) {
        throw e;
      }
    }
  }

  private void drop(SimulatedProcess process) {
    String name = any();
    simulation.trace().add("drop savepoint", name);
    unsure.put(name, kept.remove(name));
    try {
      process.engine().dropSavepoint(name);
      unsure.remove(name);
      // Files may be left if the machine has stopped meanwhile.
      simulation.inspection().savepointDropped(process.isFaulty() || process.isCrashed());
    } catch (MillraceException e) {
      if (!process.isFaulty() && !process.isCrashed()) {
        throw e;
      }
    }
  }
}
