package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.connector.Connectors;
import io.millrace.executor.connector.DeliveryGuarantee;
import io.millrace.executor.coordinator.CheckpointSettings;
import io.millrace.executor.coordinator.CheckpointWriting;
import io.millrace.executor.coordinator.Coordinator;
import io.millrace.executor.coordinator.CoordinatorSettings;
import io.millrace.executor.coordinator.InitialState;
import io.millrace.executor.coordinator.RelationPreparer;
import io.millrace.executor.coordinator.WorkerReports;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.log.PositionLog;
import io.millrace.executor.log.TableLog;
import io.millrace.executor.scheduling.Actor;
import io.millrace.executor.scheduling.Scheduler;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateBackendFactory;
import io.millrace.executor.task.TableFeed;
import io.millrace.executor.task.TableFeeds;
import io.millrace.executor.translate.PlanTranslator;
import io.millrace.executor.worker.Worker;
import io.millrace.executor.worker.WorkerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts an engine together, and takes it apart. Its directory:
 *
 * <pre>
 *   checkpoints/   what a restart begins with
 *   log/           writes to tables since
 *   work/          the workers' own files; thrown away at each start
 *   sources/       what sources keep, such as dead letters
 * </pre>
 */
final class EngineParts {
  private static final Logger LOG = LoggerFactory.getLogger(EngineParts.class);
  private static final Duration DISCOVERY_INTERVAL = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(10_000);
  private static final Duration UNWATCHED_EPOCH = Duration.ofSeconds(1);

  /** More rows change hardly less often than once each. */
  private static final long MOST_ROWS_AN_EPOCH = 4_000_000;

  /** An old state takes some hundred bytes; all of them may take a part of the heap only. */
  private static final long HEAP_BYTES_A_ROW = 1024;

  private final EngineConfig config;
  private final EngineEnvironment environment;
  private final BufferAllocator allocator = new RootAllocator();
  private final TableFeeds tableFeeds = new TableFeeds();
  private final List<StateBackend> states = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();
  private Scheduler scheduler;
  private CheckpointStore checkpointStore;
  private TableLog tableLog;

  /** Null if sources are rewound. */
  private PositionLog positions;

  private RelationPreparer preparer;
  private Coordinator coordinator;
  private long unreleasedBytes;

  private EngineParts(EngineConfig config, EngineEnvironment environment) {
    this.config = config;
    this.environment = environment;
  }

  /**
   * Opens everything, restores the newest checkpoint and begins to run.
   *
   * @param catalog in the order of creation
   */
  static EngineParts open(
      EngineConfig config,
      Connectors connectors,
      EngineEnvironment environment,
      PlanTranslator translator,
      StateBackendFactory stateFactory,
      List<RelationSpec> catalog) {
    EngineParts parts = new EngineParts(config, environment);
    boolean opened = false;
    try {
      parts.start(connectors, translator, stateFactory, catalog);
      opened = true;
      return parts;
    } catch (IOException e) {
      throw FileErrors.of("open the database in " + config.dataDirectory(), e);
    } finally {
      if (!opened) {
        parts.abort();
      }
    }
  }

  private void start(
      Connectors connectors,
      PlanTranslator translator,
      StateBackendFactory stateFactory,
      List<RelationSpec> catalog)
      throws IOException {
    for (RelationSpec spec : catalog) {
      if (spec instanceof RelationSpec.Sink sink) {
        guarantee().of(sink); // refuses what cannot be kept before anything is touched
      }
    }
    FileSystem fileSystem = environment.fileSystem();
    Path directory = config.dataDirectory();
    fileSystem.createDirectories(directory);
    CheckpointStore store =
        new CheckpointStore(
            fileSystem,
            directory.resolve("checkpoints"),
            environment.runNames().get(),
            config.retainedCheckpoints());
    checkpointStore = store;
    Recovery recovery = Recovery.find(config, store, stateFactory.format());
    openStates(stateFactory, store, recovery, catalog);
    tableLog = TableLog.open(fileSystem, directory.resolve("log"), config.syncWrites(), tableFeeds);
    tableLog.requireFrom(recovery.logPosition());
    tableFeeds.startAt(recovery.logPosition());
    if (guarantee() == DeliveryGuarantee.AT_MOST_ONCE) {
      positions = new PositionLog(tableLog);
      positions.restore(recovery.logPosition(), recovery.epoch(), sources(catalog));
    }
    preparer =
        new RelationPreparer(
            connectors,
            translator,
            config.workers(),
            environment.clock(),
            allocator,
            fileSystem,
            directory.resolve("sources"),
            guarantee());
    store.outputTakenBack(recovery.outputTakenBack(takingBack(catalog)));
    InitialState initial = recovery.initialState(catalog, preparer, positions);
    scheduler = environment.schedulers().get();
    startActors(store, stateFactory.format());
    Answers.get(scheduler, coordinator.begin(initial));
    replay(recovery.logPosition());
    recovery
        .manifest()
        .ifPresent(
            manifest ->
                LOG.info(
                    "Restored checkpoint {} of epoch {}.",
                    manifest.checkpointId(),
                    manifest.epoch()));
  }

  private void openStates(
      StateBackendFactory factory,
      CheckpointStore store,
      Recovery recovery,
      List<RelationSpec> catalog)
      throws IOException {
    List<Path> directories =
        new WorkerDirectories(
                environment.fileSystem(), config.dataDirectory().resolve("work"), config.workers())
            .fill(store, recovery.manifest(), factory);
    Set<Long> kept = new HashSet<>();
    if (recovery.manifest().isPresent()) {
      catalog.forEach(spec -> kept.add(spec.id()));
      kept.retainAll(recovery.manifest().get().relations().keySet());
    }
    for (int number = 0; number < config.workers(); number++) {
      StateBackend state = factory.open(number, directories.get(number));
      states.add(state);
      List.copyOf(state.relations()).stream().filter(id -> !kept.contains(id)).forEach(state::drop);
    }
  }

  private void startActors(CheckpointStore store, String stateFormat) {
    WorkerReports reports = new WorkerReports();
    for (int number = 0; number < config.workers(); number++) {
      workers.add(
          new Worker(
              new WorkerSettings(
                  number,
                  config.workers(),
                  config.keyGroups(),
                  tableFeeds,
                  rowsAnEpoch() / config.workers(),
                  guarantee(),
                  positions),
              reports,
              environment.clock(),
              allocator,
              states.get(number),
              scheduler.io()));
    }
    coordinator =
        new Coordinator(
            new CoordinatorSettings(
                config.epochInterval().toNanos(),
                Math.max(config.epochInterval().toNanos(), UNWATCHED_EPOCH.toNanos()),
                DISCOVERY_INTERVAL.toNanos(),
                config.faultTolerance().restartStrategy()),
            environment.clock(),
            scheduler.io(),
            tableFeeds,
            workers,
            new CheckpointWriting(
                new CheckpointSettings(
                    config.checkpointInterval().toNanos(),
                    nanos(config.faultTolerance().checkpointTimeout()),
                    nanos(config.faultTolerance().checkpointMinPause()),
                    config.faultTolerance().tolerableFailedCheckpoints(),
                    config.retainedCheckpoints(),
                    config.keyGroups(),
                    guarantee(),
                    stateFormat),
                store,
                tableLog,
                positions));
    reports.bind(coordinator);
    List<Actor> actors = new ArrayList<>(workers);
    actors.add(coordinator);
    scheduler.start(actors);
  }

  private static Set<Long> sources(List<RelationSpec> catalog) {
    return catalog.stream()
        .filter(RelationSpec.Source.class::isInstance)
        .map(RelationSpec::id)
        .collect(Collectors.toSet());
  }

  /** The sinks that take back what they have committed; the others write it again. */
  private List<RelationSpec.Sink> takingBack(List<RelationSpec> catalog) {
    return catalog.stream()
        .filter(RelationSpec.Sink.class::isInstance)
        .map(RelationSpec.Sink.class::cast)
        .filter(sink -> guarantee().of(sink) != DeliveryGuarantee.AT_LEAST_ONCE)
        .toList();
  }

  private DeliveryGuarantee guarantee() {
    return config.faultTolerance().guarantee();
  }

  /** Also of what is too long to be counted. */
  private static long nanos(Duration duration) {
    return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
  }

  private static long rowsAnEpoch() {
    return Math.min(MOST_ROWS_AN_EPOCH, Runtime.getRuntime().maxMemory() / HEAP_BYTES_A_ROW);
  }

  /** Brings the writes to tables that the checkpoint does not hold into the dataflow again. */
  private void replay(long from) {
    tableLog.replay(
        from,
        entry -> {
          TableFeed feed = tableFeeds.find(entry.tableId());
          if (feed != null) {
            feed.awaitRoom();
          }
          tableFeeds.durable(entry);
        });
  }

  Coordinator coordinator() {
    return coordinator;
  }

  RelationPreparer preparer() {
    return preparer;
  }

  CheckpointStore checkpointStore() {
    return checkpointStore;
  }

  TableLog tableLog() {
    return tableLog;
  }

  TableFeeds tableFeeds() {
    return tableFeeds;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  EngineConfig config() {
    return config;
  }

  /** Takes a last checkpoint, then frees everything. */
  void close() {
    Answers.get(scheduler, coordinator.stop());
    end(false);
  }

  /**
   * Takes a last checkpoint from which others go on, then frees everything. If it throws, all goes
   * on as before.
   *
   * @param reason why what is not answered then fails
   */
  void handOver(MillraceException reason) {
    Answers.get(scheduler, coordinator.handOver(reason));
    end(false);
  }

  /** Frees everything, as far as it was made. */
  void abort() {
    end(true);
  }

  private void end(boolean interruptIo) {
    tableFeeds.closeAll();
    if (coordinator != null) {
      coordinator.abort();
      workers.forEach(Worker::stop);
    }
    if (scheduler != null) {
      endScheduler(interruptIo);
    }
    workers.forEach(worker -> attempt("close a worker", worker::close));
    if (coordinator != null) {
      attempt("close connectors", coordinator::closeConnectors);
    }
    states.forEach(state -> attempt("close state", state::close));
    if (tableLog != null) {
      attempt("close the table log", tableLog::close);
    }
    unreleasedBytes = allocator.getAllocatedMemory();
    attempt("release memory", allocator::close);
  }

  private void endScheduler(boolean interruptIo) {
    try {
      scheduler.end(interruptIo);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MillraceException(ErrorCode.CANCELLED, "Closing was interrupted.", e);
    }
  }

  private static void attempt(String what, Runnable action) {
    try {
      action.run();
    } catch (MillraceException | IllegalStateException e) { // the rest must be closed all the same
      LOG.error("Could not {}.", what, e);
    }
  }

  /** Bytes of batches that nobody had released when the engine ended. */
  long unreleasedBytes() {
    return unreleasedBytes;
  }
}
