package io.millrace.executor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.config.DataSize;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.time.Clock;
import io.millrace.executor.connector.Connectors;
import io.millrace.executor.connector.SinkConnector;
import io.millrace.executor.connector.SourceConnector;
import io.millrace.executor.coordinator.RestartStrategy;
import io.millrace.executor.coordinator.SavepointRequest;
import io.millrace.executor.filesystem.FaultyFileSystem;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import io.millrace.executor.status.EngineStatus;
import io.millrace.executor.translate.PlanTranslator;
import io.millrace.executor.translate.StandardTranslators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * An engine under test, with the catalog that a server would keep: it can be closed, or crashed,
 * and opened again. When it ends it checks that no batch is left unreleased.
 */
public final class EngineHarness implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final Path directory;
  private final Map<Long, RelationSpec> catalog = new LinkedHashMap<>();
  private final Map<String, Map<Long, RelationSpec>> savedCatalogs = new HashMap<>();
  private final List<SourceConnector> sources = new ArrayList<>();
  private final List<SinkConnector> sinks = new ArrayList<>();
  private final CountingSource countingSource = new CountingSource();
  private final CollectingSink collectingSink = new CollectingSink();
  private final FaultyFileSystem fileSystem = new FaultyFileSystem();
  private int workers = 2;
  private Duration epochInterval = Duration.ofMillis(10);
  private Duration checkpointInterval = Duration.ZERO;
  private FaultTolerance faultTolerance =
      FaultTolerance.defaults().withRestartStrategy(RestartStrategy.none());
  private Clock clock = Clock.system();
  private StateBackendKind stateBackend = StateBackendKind.MEMORY;
  private DataSize stateMemory = DataSize.megabytes(256);
  private PlanTranslator translator = new PlanTranslator(StandardTranslators.all());
  private final AtomicLong mostStateBytes = new AtomicLong();
  private Engine engine;

  public EngineHarness(Path directory) {
    this.directory = directory;
    sources.add(countingSource);
    sinks.add(collectingSink);
  }

  public EngineHarness workers(int count) {
    workers = count;
    return this;
  }

  public EngineHarness epochInterval(Duration interval) {
    epochInterval = interval;
    return this;
  }

  public EngineHarness checkpointInterval(Duration interval) {
    checkpointInterval = interval;
    return this;
  }

  public EngineHarness faultTolerance(FaultTolerance tolerance) {
    faultTolerance = tolerance;
    return this;
  }

  /** Has what fails tried again, which it is not if nothing is said. */
  public EngineHarness restarts(RestartStrategy strategy) {
    faultTolerance = faultTolerance.withRestartStrategy(strategy);
    return this;
  }

  public EngineHarness clock(Clock other) {
    clock = other;
    return this;
  }

  public EngineHarness stateBackend(StateBackendKind kind) {
    stateBackend = kind;
    return this;
  }

  public EngineHarness stateMemory(DataSize size) {
    stateMemory = size;
    return this;
  }

  EngineHarness translator(PlanTranslator other) {
    translator = other;
    return this;
  }

  /** Adds a connector to those that the engine has: {@code counting} and {@code collecting}. */
  public EngineHarness connector(SourceConnector connector) {
    sources.add(connector);
    return this;
  }

  /** Opens the engine on what the last one left. */
  public EngineHarness open() {
    EngineConfig config = config();
    EngineEnvironment environment = environment();
    new SavepointRestore(config, environment).finish(this::restoreCatalog);
    engine =
        Engine.open(
            config,
            new EngineOpening(
                new Connectors(sources, sinks),
                environment,
                translator,
                wanted ->
                    new MeasuredBackends(
                        StateBackends.factory(wanted, environment), mostStateBytes)),
            List.copyOf(catalog.values()));
    return this;
  }

  /** Goes on with other workers, without an end in between. */
  public void rescale(int count) {
    workers = count;
    engine.rescale(count, List.copyOf(catalog.values()));
  }

  private EngineEnvironment environment() {
    EngineEnvironment machine = EngineEnvironment.on(fileSystem);
    return new EngineEnvironment(clock, fileSystem, machine.schedulers(), machine.runNames());
  }

  private EngineConfig config() {
    return new EngineConfig(
        directory,
        workers,
        128,
        epochInterval,
        checkpointInterval,
        3,
        stateBackend,
        stateMemory,
        false,
        faultTolerance);
  }

  /** Takes a savepoint of all relations of the catalog. */
  public long savepoint(String name) {
    Map<Long, String> stateful = new LinkedHashMap<>();
    for (RelationSpec spec : catalog.values()) {
      if (!(spec instanceof RelationSpec.Source)) {
        stateful.put(spec.id(), spec.name());
      }
    }
    savedCatalogs.put(name, Map.copyOf(catalog));
    return engine.savepoint(
        new SavepointRequest(
            name, catalog.values().stream().map(RelationSpec::name).toList(), name, stateful));
  }

  /**
   * Rows of a relation as of a savepoint.
   *
   * @param keys whose rows are wanted; null for all
   */
  public List<List<Object>> readSavepoint(String name, long relationId, List<Object[]> keys) {
    RelationSpec spec = savedCatalogs.get(name).get(relationId);
    List<Integer> columns = IntStream.range(0, spec.rowType().size()).boxed().toList();
    try (EpochRead read =
        engine.readSavepoint(
            name, List.of(spec), List.of(new ReadRequest(relationId, columns, keys)))) {
      return rows(read.rows(0));
    }
  }

  /** Decides that the next engine goes back to a savepoint. */
  public void goBackTo(String savepoint) {
    new SavepointRestore(config(), environment()).begin(savepoint);
  }

  /** As a server does; the name of a savepoint stands for the catalog that it has. */
  private void restoreCatalog(String savepoint) {
    Map<Long, RelationSpec> saved = new TreeMap<>(savedCatalogs.get(savepoint));
    catalog.clear();
    catalog.putAll(saved);
  }

  public Engine engine() {
    return engine;
  }

  /** The most memory that a worker's state took at any checkpoint so far. */
  public long mostStateBytes() {
    return mostStateBytes.get();
  }

  public CountingSource source() {
    return countingSource;
  }

  public CollectingSink sink() {
    return collectingSink;
  }

  public FaultyFileSystem fileSystem() {
    return fileSystem;
  }

  /** Creates relations, which then are in the catalog. */
  public EngineHarness create(RelationSpec... specs) {
    for (RelationSpec spec : specs) {
      engine.create(spec);
      catalog.put(spec.id(), spec);
    }
    return this;
  }

  /** Has relations in the catalog that the engine is told of when it is opened. */
  public EngineHarness catalog(RelationSpec... specs) {
    for (RelationSpec spec : specs) {
      catalog.put(spec.id(), spec);
    }
    return this;
  }

  public void drop(long relationId) {
    engine.drop(relationId);
    catalog.remove(relationId);
  }

  /** All rows of relations, all as of one epoch. */
  public List<List<List<Object>>> readAll(long... relationIds) {
    List<ReadRequest> requests = new ArrayList<>();
    for (long id : relationIds) {
      int columns = catalog.get(id).rowType().size();
      requests.add(ReadRequest.all(id, IntStream.range(0, columns).boxed().toList()));
    }
    List<List<List<Object>>> result = new ArrayList<>();
    try (EpochRead read = engine.read(requests)) {
      for (int i = 0; i < requests.size(); i++) {
        result.add(rows(read.rows(i)));
      }
    }
    return result;
  }

  /** All rows of one relation. */
  public List<List<Object>> read(long relationId) {
    return readAll(relationId).get(0);
  }

  private static List<List<Object>> rows(RelationRows rows) {
    List<List<Object>> list = new ArrayList<>();
    while (rows.next()) {
      list.add(Arrays.asList(rows.row()));
    }
    return list;
  }

  public EngineStatus.Relation status(long relationId) {
    return engine.status().relations().stream()
        .filter(relation -> relation.id() == relationId)
        .findFirst()
        .orElseThrow();
  }

  /** Waits until a condition holds, looking at every epoch; fails after a minute. */
  public void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting until " + what).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  /** Closes the engine, which takes a last checkpoint. */
  @Override
  public void close() {
    if (engine != null) {
      engine.close();
      assertReleased();
    }
  }

  /** Ends the engine as a crash would. */
  public void crash() {
    engine.abort();
    assertReleased();
  }

  private void assertReleased() {
    assertThat(engine.unreleasedBytes()).as("bytes of batches that nobody released").isZero();
    assertThat(countingSource.openReaders.get()).as("readers left open").isZero();
    engine = null;
  }
}
