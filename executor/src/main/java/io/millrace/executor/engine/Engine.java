package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.checkpoint.Savepoint;
import io.millrace.executor.checkpoint.SavepointStatus;
import io.millrace.executor.connector.Connectors;
import io.millrace.executor.coordinator.Coordinator;
import io.millrace.executor.coordinator.PreparedRelation;
import io.millrace.executor.coordinator.SavepointRequest;
import io.millrace.executor.log.RowCodec;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.scheduling.Scheduler;
import io.millrace.executor.state.StateBackendFactory;
import io.millrace.executor.status.EngineStatus;
import io.millrace.executor.subscription.Subscription;
import io.millrace.executor.task.TableFeed;
import io.millrace.executor.translate.PlanTranslator;
import io.millrace.executor.translate.StandardTranslators;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs relations on one data directory: reads sources, keeps views up to date, writes sinks, and
 * survives crashes. Thread-safe. Errors are {@link MillraceException}s.
 */
public final class Engine implements AutoCloseable {
  private final EngineOpening opening;
  private final RunningParts parts;

  /** Of the tables, by id. */
  private final Map<Long, RowCodec> tableCodecs = new ConcurrentHashMap<>();

  private final SavepointReader savepointReader;
  private volatile Scheduler scheduler;
  private boolean closed;
  private long unreleasedBytes;

  private Engine(EngineOpening opening, EngineConfig config, List<RelationSpec> catalog) {
    this.opening = opening;
    this.savepointReader =
        new SavepointReader(
            opening.environment().fileSystem(), config.dataDirectory().resolve("savepoint-reads"));
    EngineParts opened = opening.open(config, catalog);
    this.parts = new RunningParts(opened);
    this.scheduler = opened.scheduler();
    catalog.forEach(this::rememberTable);
  }

  /**
   * Opens the engine, and restores the newest checkpoint that is intact.
   *
   * @param catalog all relations, in the order of their creation; those that the checkpoint does
   *     not hold begin anew in the background, and readers of them wait
   */
  public static Engine open(
      EngineConfig config,
      Connectors connectors,
      EngineEnvironment environment,
      List<RelationSpec> catalog) {
    return open(
        config,
        new EngineOpening(
            connectors,
            environment,
            new PlanTranslator(StandardTranslators.all()),
            wanted -> StateBackends.factory(wanted, environment)),
        catalog);
  }

  /** As {@link #open} with operators and state from outside. */
  static Engine open(EngineConfig config, EngineOpening opening, List<RelationSpec> catalog) {
    return new Engine(opening, config, catalog);
  }

  private <T> T answer(CompletableFuture<T> future) {
    return Answers.get(scheduler, future);
  }

  private void rememberTable(RelationSpec spec) {
    if (spec instanceof RelationSpec.Table) {
      tableCodecs.put(spec.id(), new RowCodec(spec.rowType()));
    }
  }

  /**
   * Creates a relation, and returns when it can be read and is part of checkpoints. If it cannot be
   * created nothing of it is left.
   */
  public void create(RelationSpec spec) {
    EngineParts running = parts.get();
    answer(create(running, running.preparer().prepare(spec)));
  }

  /** Creates a relation in the background. */
  public CompletableFuture<Void> createAsync(RelationSpec spec) {
    EngineParts running = parts.get();
    return CompletableFuture.supplyAsync(
            () -> running.preparer().prepare(spec), running.scheduler().io())
        .thenCompose(prepared -> create(running, prepared));
  }

  private CompletableFuture<Void> create(EngineParts running, PreparedRelation prepared) {
    return running.coordinator().create(prepared).thenRun(() -> rememberTable(prepared.spec()));
  }

  /** Drops a relation that no other one reads, and returns when nothing of it is left. */
  public void drop(long relationId) {
    answer(parts.ask(coordinator -> coordinator.drop(relationId)));
    tableCodecs.remove(relationId);
  }

  /**
   * Reads tables and views, all as of one epoch that holds everything that was written before this
   * call. Waits for relations that are still being created.
   */
  public EpochRead read(List<ReadRequest> requests) {
    return answer(readAsync(requests));
  }

  /**
   * As {@link #read} without waiting. A reader that cancels the answer owes nothing; one that gets
   * it closes it.
   */
  public CompletableFuture<EpochRead> readAsync(List<ReadRequest> requests) {
    return parts.ask(coordinator -> coordinator.read(requests));
  }

  /**
   * Changes a table. When this returns the changes are durable, and every later read sees them. The
   * caller has checked keys and NULLs, and sees to it that nobody else changes the table meanwhile.
   *
   * @param rows values as {@link io.millrace.executor.read.RelationRows} has them
   * @param weights +n adds a row n times, −n takes it away, for each row
   */
  public void append(long tableId, List<Object[]> rows, long[] weights) {
    parts.use(running -> append(running, tableId, rows, weights));
  }

  private void append(EngineParts running, long tableId, List<Object[]> rows, long[] weights) {
    RowCodec codec = tableCodecs.get(tableId);
    TableFeed feed = running.tableFeeds().find(tableId);
    if (codec == null || feed == null) {
      throw new MillraceException(
          ErrorCode.UNKNOWN_RELATION, "There is no table with the number " + tableId + ".");
    }
    if (rows.isEmpty()) {
      return;
    }
    running.tableFeeds().checkWritable();
    feed.checkWritable();
    byte[] payload = codec.encode(rows, weights);
    feed.awaitRoom();
    running.tableLog().append(tableId, payload);
  }

  /**
   * Subscribes to the changes of a table or view. The subscription ends with an error when the
   * number of workers changes.
   *
   * @param snapshot whether its content comes first
   */
  public Subscription subscribe(long relationId, boolean snapshot) {
    return answer(parts.ask(coordinator -> coordinator.subscribe(relationId, snapshot)));
  }

  /**
   * Returns when all bounded sources are read to their ends and everything that follows from that
   * can be read. Throws if a relation has failed.
   */
  public void awaitBoundedSources() {
    answer(parts.ask(Coordinator::awaitBoundedSources));
  }

  /** Takes a checkpoint now, and returns its id when it is complete and sinks have committed. */
  public long checkpoint() {
    return answer(parts.ask(Coordinator::checkpoint));
  }

  /**
   * Takes a checkpoint now and keeps it under a name, and returns its id as {@link #checkpoint}
   * does.
   */
  public long savepoint(SavepointRequest savepoint) {
    parts.get().checkpointStore().checkNewSavepoint(savepoint.name());
    return answer(parts.ask(coordinator -> coordinator.savepoint(savepoint)));
  }

  /** Removes a savepoint, and returns when the files that only it needed are gone. */
  public void dropSavepoint(String name) {
    answer(parts.ask(coordinator -> coordinator.dropSavepoint(name)));
  }

  /**
   * The savepoint of that name.
   *
   * @throws MillraceException UNKNOWN_SAVEPOINT with the names of those that there are,
   *     CORRUPTED_CHECKPOINT if its description cannot be read
   */
  public Savepoint savepoint(String name) {
    return parts.get().checkpointStore().savepoint(name);
  }

  /**
   * Reads relations as of a savepoint, and waits until it is read into memory. Nobody else waits
   * for that but those who read savepoints.
   *
   * @param relations tables and views as the savepoint defines them, one for each request
   * @return closed by the caller
   */
  public EpochRead readSavepoint(
      String name, List<RelationSpec> relations, List<ReadRequest> requests) {
    EngineParts running = parts.get();
    CheckpointStore store = running.checkpointStore();
    StateBackendFactory states = opening.states().apply(running.config());
    return savepointReader.read(store, store.savepoint(name), states, relations, requests);
  }

  /** All savepoints, also those that are damaged, in the order of their names. */
  public List<SavepointStatus> savepoints() {
    return parts.get().checkpointStore().savepoints();
  }

  public EngineStatus status() {
    return answer(parts.ask(Coordinator::status));
  }

  /** What it runs with now. */
  public EngineConfig config() {
    return parts.get().config();
  }

  /**
   * Goes on with another number of workers: takes a checkpoint, ends what runs and restores it with
   * the others. Meanwhile whoever wants something waits. Not to be called while relations are
   * created or dropped.
   *
   * @param catalog all relations, in the order of their creation
   * @throws MillraceException if no checkpoint could be taken, or the number is none that can be:
   *     then nothing has changed; or if the new workers could not begin: then the old ones do again
   */
  public synchronized void rescale(int workers, List<RelationSpec> catalog) {
    if (closed) {
      throw new MillraceException(ErrorCode.SHUTTING_DOWN, "The database has been shut down.");
    }
    EngineConfig before = config();
    EngineConfig after = before.withWorkers(workers);
    if (workers == before.workers()) {
      return;
    }
    EngineParts taken = parts.take();
    try {
      taken.handOver(
          new MillraceException(
              ErrorCode.WORKERS_CHANGED,
              "The database goes on with another number of workers; ask again."));
    } catch (RuntimeException e) {
      parts.put(taken);
      throw e;
    }
    unreleasedBytes += taken.unreleasedBytes();
    try {
      begin(after, catalog);
    } catch (RuntimeException e) {
      goOnAsBefore(before, catalog, e);
      throw e;
    }
  }

  private void begin(EngineConfig config, List<RelationSpec> catalog) {
    EngineParts opened = opening.open(config, catalog);
    scheduler = opened.scheduler();
    parts.put(opened);
  }

  private void goOnAsBefore(EngineConfig before, List<RelationSpec> catalog, RuntimeException why) {
    try {
      begin(before, catalog);
    } catch (RuntimeException e) {
      e.addSuppressed(why);
      closed = true;
      parts.fail(e);
      throw e;
    }
  }

  /** Takes a last checkpoint and ends. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      parts.get().close();
      savepointReader.close();
      unreleasedBytes += parts.get().unreleasedBytes();
    }
  }

  /** Ends at once without a last checkpoint, as a crash would; for tests. */
  public synchronized void abort() {
    if (!closed) {
      closed = true;
      parts.get().abort();
      savepointReader.close();
      unreleasedBytes += parts.get().unreleasedBytes();
    }
  }

  /** Bytes of batches that nobody had released when the engine ended; for tests. */
  public synchronized long unreleasedBytes() {
    return unreleasedBytes;
  }
}
