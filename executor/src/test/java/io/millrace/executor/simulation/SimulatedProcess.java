package io.millrace.executor.simulation;

import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.Connectors;
import io.millrace.executor.engine.Engine;
import io.millrace.executor.engine.EngineConfig;
import io.millrace.executor.engine.EngineEnvironment;
import io.millrace.executor.engine.SavepointRestore;
import io.millrace.executor.filesystem.FaultyFileSystem.Operation;
import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** One process of a simulated machine, from its start until it ends or is ended. */
final class SimulatedProcess {
  /** One in so many operations on files fails, in a process in which some do. */
  private static final int FAULT_RARITY = 40;

  private final Random random;
  private final Trace trace;
  private final SimulatedClock clock;
  private final SimulatedScheduler scheduler;
  private final EngineEnvironment environment;
  private final Connectors connectors;
  private Engine engine;

  /** Operations until the machine stops; negative for never. */
  private int operationsLeft;

  private boolean faulty;

  /** How often the engine began with other workers. */
  private int engines;

  /**
   * @param name begins the names of this process's runs
   * @param operations that the machine does before it stops; negative for all
   */
  SimulatedProcess(Simulation simulation, String name, int operations) {
    this.random = simulation.random();
    this.trace = simulation.trace();
    this.clock = simulation.clock();
    this.operationsLeft = operations;
    this.scheduler = new SimulatedScheduler(random, clock, trace, simulation.defect());
    FileSystem fileSystem =
        new BrokenFileSystem(
            new SimulatedFileSystem(simulation.disk(), this::pass, random.nextInt(4) > 0),
            simulation.defect());
    this.environment =
        new EngineEnvironment(
            simulation.clock(), fileSystem, () -> scheduler, () -> name + "x" + engines++);
    this.connectors =
        new Connectors(
            List.of(simulation.source()),
            List.of(
                new SimulatedSink(
                    fileSystem,
                    Simulation.SINKS,
                    simulation.defect() == Defect.SINK_COMMITTED_BEFORE_MANIFEST)));
  }

  private void pass(Operation operation, Path file) throws IOException {
    trace.add(operation.name(), file);
    if (!scheduler.isCrashed() && operationsLeft-- == 0) {
      crash();
    }
    if (file.getParent().endsWith("files") && operation != Operation.DELETE) {
      scheduler.interleave();
    }
    if (scheduler.isCrashed()) {
      throw new IOException("The machine has stopped");
    }
    if (faulty && random.nextInt(FAULT_RARITY) == 0) {
      trace.add("fault", null);
      throw new IOException("A simulated fault of the disk");
    }
  }

  SavepointRestore savepointRestore(EngineConfig config) {
    return new SavepointRestore(config, environment);
  }

  void open(EngineConfig config, List<RelationSpec> catalog) {
    engine = Engine.open(config, connectors, environment, catalog);
  }

  Engine engine() {
    return engine;
  }

  /** From now on some operations on files fail. */
  void beFaulty() {
    faulty = true;
  }

  boolean isFaulty() {
    return faulty;
  }

  /** Lets a time pass. */
  void pause(long nanos) {
    clock.advance(nanos);
  }

  void step() {
    scheduler.step();
  }

  void crash() {
    trace.add("crash", null);
    scheduler.crash();
  }

  boolean isCrashed() {
    return scheduler.isCrashed();
  }

  /** Ends it with a last checkpoint. */
  void close() {
    engine.close();
    checkReleased();
  }

  /** Forgets it after a crash. */
  void discard() {
    if (engine != null) {
      engine.abort();
      checkReleased();
    }
  }

  private void checkReleased() {
    if (engine.unreleasedBytes() != 0) {
      throw new AssertionError(engine.unreleasedBytes() + " bytes of batches were not released.");
    }
  }
}
