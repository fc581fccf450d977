package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.Connectors;
import io.millrace.executor.coordinator.PreparedRelation;
import io.millrace.executor.log.RowCodec;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
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
  private final EngineParts parts;

  /** Of the tables, by id. */
  private final Map<Long, RowCodec> tableCodecs = new ConcurrentHashMap<>();

  private boolean closed;

  private Engine(EngineParts parts, List<RelationSpec> catalog) {
    this.parts = parts;
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
        connectors,
        environment,
        new PlanTranslator(StandardTranslators.all()),
        StateBackends.factory(config, environment),
        catalog);
  }

  /** As {@link #open} with operators and state from outside. */
  static Engine open(
      EngineConfig config,
      Connectors connectors,
      EngineEnvironment environment,
      PlanTranslator translator,
      StateBackendFactory stateFactory,
      List<RelationSpec> catalog) {
    return new Engine(
        EngineParts.open(config, connectors, environment, translator, stateFactory, catalog),
        catalog);
  }

  private <T> T answer(CompletableFuture<T> future) {
    return Answers.get(parts.scheduler(), future);
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
    answer(create(parts.preparer().prepare(spec)));
  }

  /** Creates a relation in the background. */
  public CompletableFuture<Void> createAsync(RelationSpec spec) {
    return CompletableFuture.supplyAsync(
            () -> parts.preparer().prepare(spec), parts.scheduler().io())
        .thenCompose(this::create);
  }

  private CompletableFuture<Void> create(PreparedRelation prepared) {
    return parts.coordinator().create(prepared).thenRun(() -> rememberTable(prepared.spec()));
  }

  /** Drops a relation that no other one reads, and returns when nothing of it is left. */
  public void drop(long relationId) {
    answer(parts.coordinator().drop(relationId));
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
    return parts.coordinator().read(requests);
  }

  /**
   * Changes a table. When this returns the changes are durable, and every later read sees them. The
   * caller has checked keys and NULLs, and sees to it that nobody else changes the table meanwhile.
   *
   * @param rows values as {@link io.millrace.executor.read.RelationRows} has them
   * @param weights +n adds a row n times, −n takes it away, for each row
   */
  public void append(long tableId, List<Object[]> rows, long[] weights) {
    RowCodec codec = tableCodecs.get(tableId);
    TableFeed feed = parts.tableFeeds().find(tableId);
    if (codec == null || feed == null) {
      throw new MillraceException(
          ErrorCode.UNKNOWN_RELATION, "There is no table with the number " + tableId + ".");
    }
    if (rows.isEmpty()) {
      return;
    }
    parts.tableFeeds().checkWritable();
    feed.checkWritable();
    byte[] payload = codec.encode(rows, weights);
    feed.awaitRoom();
    parts.tableLog().append(tableId, payload);
  }

  /**
   * Subscribes to the changes of a table or view.
   *
   * @param snapshot whether its content comes first
   */
  public Subscription subscribe(long relationId, boolean snapshot) {
    return answer(parts.coordinator().subscribe(relationId, snapshot));
  }

  /**
   * Returns when all bounded sources are read to their ends and everything that follows from that
   * can be read. Throws if a relation has failed.
   */
  public void awaitBoundedSources() {
    answer(parts.coordinator().awaitBoundedSources());
  }

  /** Takes a checkpoint now, and returns its id when it is complete and sinks have committed. */
  public long checkpoint() {
    return answer(parts.coordinator().checkpoint());
  }

  public EngineStatus status() {
    return answer(parts.coordinator().status());
  }

  /** Takes a last checkpoint and ends. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      parts.close();
    }
  }

  /** Ends at once without a last checkpoint, as a crash would; for tests. */
  public synchronized void abort() {
    if (!closed) {
      closed = true;
      parts.abort();
    }
  }

  /** Bytes of batches that nobody had released when the engine ended; for tests. */
  public long unreleasedBytes() {
    return parts.unreleasedBytes();
  }
}
