package io.millrace.executor.simulation;

import io.millrace.core.config.DataSize;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.DeliveryGuarantee;
import io.millrace.executor.engine.EngineConfig;
import io.millrace.executor.engine.FaultTolerance;
import io.millrace.executor.engine.StateBackendKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One run of a whole database in one thread on a simulated machine, which everything that happens
 * in follows from one seed. The machine stops at any moment and starts again, some times; in the
 * end everything is read, and must be what it would be if nothing had happened.
 */
final class Simulation {
  static final Path SINKS = Path.of("/sinks");
  private static final Path DATA = Path.of("/data");
  private static final int MOST_RELATIONS = 14;

  private final Random random;
  private final Defect defect;
  private final Trace trace;
  private final SimulatedClock clock = new SimulatedClock();
  private final SimulatedDisk disk = new SimulatedDisk();
  private final SimulatedSource source;
  private final TableModel table;
  private final RandomPlans plans;

  /** As a catalog keeps them: those whose creation has ended, and whose removal has not begun. */
  private final Map<Long, ModelledRelation> catalog = new LinkedHashMap<>();

  private EngineConfig config;
  private final Inspection inspection;

  /** Null if there are none. */
  private SimulatedSavepoints savepoints;

  private long nextId = 1;
  private int processes;

  Simulation(long seed, Defect defect, Trace trace) {
    this(seed, defect, trace, DeliveryGuarantee.EXACTLY_ONCE);
  }

  Simulation(long seed, Defect defect, Trace trace, DeliveryGuarantee guarantee) {
    this.random = new Random(seed);
    this.defect = defect;
    this.trace = trace;
    this.source = new SimulatedSource(random, defect == Defect.POSITION_AFTER_BARRIER);
    this.table = new TableModel(random);
    this.plans = new RandomPlans(random);
    this.config = randomConfig(guarantee);
    this.inspection = new Inspection(this);
  }

  private EngineConfig randomConfig(DeliveryGuarantee guarantee) {
    return new EngineConfig(
        DATA,
        randomWorkers(),
        16,
        Duration.ofMillis(1 + random.nextInt(50)),
        Duration.ofMillis(random.nextInt(3) * 20L),
        1 + random.nextInt(3),
        random.nextInt(3) == 0 ? StateBackendKind.MEMORY : StateBackendKind.FILESYSTEM,
        DataSize.parse("16MB"),
        true,
        FaultTolerance.defaults().withGuarantee(guarantee));
  }

  private int randomWorkers() {
    return 1 + random.nextInt(4);
  }

  /** Has savepoints taken, dropped and gone back to as well. */
  Simulation withSavepoints() {
    savepoints = new SimulatedSavepoints(this);
    return this;
  }

  /** Null if there are none. */
  SimulatedSavepoints savepoints() {
    return savepoints;
  }

  Random random() {
    return random;
  }

  Defect defect() {
    return defect;
  }

  Trace trace() {
    return trace;
  }

  SimulatedClock clock() {
    return clock;
  }

  SimulatedDisk disk() {
    return disk;
  }

  SimulatedSource source() {
    return source;
  }

  TableModel table() {
    return table;
  }

  RandomPlans plans() {
    return plans;
  }

  EngineConfig config() {
    return config;
  }

  Map<Long, ModelledRelation> catalog() {
    return catalog;
  }

  Inspection inspection() {
    return inspection;
  }

  long newId() {
    return nextId++;
  }

  boolean hasRoom() {
    return catalog.size() < MOST_RELATIONS;
  }

  /** Runs it; throws an AssertionError that says what was wrong. */
  void run() throws IOException {
    disk.createDirectories(DATA);
    disk.createDirectories(SINKS);
    for (int lives = 1 + random.nextInt(4); lives > 0; lives--) {
      boolean crashesInside = random.nextInt(3) > 0;
      int operations = crashesInside ? random.nextInt(random.nextBoolean() ? 60 : 400) : -1;
      live(operations, false);
    }
    live(-1, true);
  }

  private void live(int operations, boolean last) {
    SimulatedProcess process = new SimulatedProcess(this, "run" + ++processes, operations);
    if (random.nextInt(2) == 0) {
      config = config.withWorkers(randomWorkers());
    }
    trace.add("start", processes + " with " + config.workers() + " workers");
    boolean closed = false;
    try {
      if (savepoints != null) {
        savepoints.beforeOpening(process);
      }
      List<RelationSpec> specs = catalog.values().stream().map(ModelledRelation::spec).toList();
      process.open(config, specs);
      inspection.opened();
      SimulatedClient client = new SimulatedClient(this, process);
      try {
        if (last) {
          client.finish();
        } else {
          client.work();
        }
        if (last || random.nextInt(4) == 0) {
          process.close();
          closed = true;
        }
      } finally {
        client.leave();
      }
      if (closed) {
        inspection.closed(process.isFaulty());
      }
    } catch (SimulatedScheduler.Crashed e) {
      // The process is gone.
    } catch (MillraceException e) {
      if (!process.isCrashed() && !process.isFaulty()) {
        throw new AssertionError("Something failed: " + e.getMessage(), e);
      }
    }
    if (!closed) {
      if (!process.isCrashed()) {
        process.crash();
      }
      process.discard();
    }
    if (random.nextInt(3) > 0) {
      trace.add("power lost", null);
      disk.losePower(random);
    }
  }
}
