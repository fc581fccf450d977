package io.millrace.executor.coordinator;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.time.Clock;
import io.millrace.executor.checkpoint.CheckpointManifest;
import io.millrace.executor.checkpoint.CheckpointManifest.RelationState;
import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.checkpoint.CheckpointManifest.StateFile;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.checkpoint.Savepoint;
import io.millrace.executor.connector.DeliveryGuarantee;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.log.PositionLog;
import io.millrace.executor.log.TableLog;
import io.millrace.executor.state.SnapshotJob;
import io.millrace.executor.status.EngineStatus;
import io.millrace.executor.worker.Worker;
import io.millrace.executor.worker.WorkerCheckpoint;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes checkpoints, one at a time:
 *
 * <ol>
 *   <li>a barrier goes out; every worker freezes its state and reports what else belongs to it;
 *   <li>other threads write the frozen state and store its files;
 *   <li>the manifest is written: from here on a restart finds the checkpoint. Savepoints that wait
 *       for it are kept;
 *   <li>sinks commit, then older checkpoints and what is no longer needed of the table log go.
 * </ol>
 *
 * A checkpoint that fails before 3, or takes too long until then, is given up: the next one takes
 * over what it had to write and to commit. What a late one still does ends before the next begins.
 * Belongs to the coordinator's thread, but for what {@code io} runs.
 */
final class Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);
  private static final int HISTORY = 32;

  /** Decided once: between the one who completes a checkpoint and the one who gives it up. */
  private enum Fate {
    OPEN,
    COMPLETING,
    GIVEN_UP
  }

  /**
   * A checkpoint that somebody waits for.
   *
   * @param savepoint to be kept of it, or null
   */
  private record Request(CompletableFuture<Long> answer, SavepointRequest savepoint) {}

  /** A savepoint that is to go. */
  private record Removal(String savepoint, CompletableFuture<Void> answer) {}

  /** One checkpoint on its way. */
  private static final class Run {
    final long id;
    final long epoch;
    final long startNanos;
    final List<RelationEntry> relations;
    final List<Request> waiting;
    final Map<Integer, WorkerCheckpoint> parts = new HashMap<>();
    final AtomicReference<Fate> fate = new AtomicReference<>(Fate.OPEN);

    /** When it is late, or late once more. */
    long deadlineNanos;

    Run(
        long id,
        long epoch,
        long startNanos,
        List<RelationEntry> relations,
        List<Request> waiting) {
      this.id = id;
      this.epoch = epoch;
      this.startNanos = startNanos;
      this.relations = relations;
      this.waiting = waiting;
    }
  }

  private record Written(CheckpointManifest manifest, long newBytes) {}

  private final CheckpointSettings settings;
  private final CheckpointStore store;
  private final TableLog log;

  /** How far sources have ever been read, or null if they are rewound. */
  private final PositionLog positions;

  private final List<Worker> workers;
  private final Clock clock;
  private final Executor io;

  /** Has something done on the coordinator's thread. */
  private final Executor coordinator;

  private final List<Request> requested = new ArrayList<>();
  private final List<Removal> removals = new ArrayList<>();
  private final ArrayDeque<EngineStatus.Checkpoint> history = new ArrayDeque<>();

  /** Where the table log was at the completed checkpoints that are retained, oldest first. */
  private final ArrayDeque<Long> logPositions = new ArrayDeque<>();

  private Run run;

  /** Removals that are under way; empty for none. */
  private List<Removal> removing = List.of();

  private long lastStart;
  private boolean changed;

  /** Whether memory waits for one. */
  private boolean memoryShort;

  /** When the last one ended, and how long it took. */
  private long lastEnd;

  private long lastDuration;

  /** How many have failed since the last one that was complete. */
  private int failures;

  /** Why nothing may be taken in until one is complete, or null. */
  private MillraceException suspension;

  Checkpoints(
      CheckpointSettings settings,
      CheckpointStore store,
      TableLog log,
      PositionLog positions,
      List<Worker> workers,
      Clock clock,
      Executor io,
      Executor coordinator) {
    this.settings = settings;
    this.store = store;
    this.log = log;
    this.positions = positions;
    this.workers = workers;
    this.clock = clock;
    this.io = io;
    this.coordinator = coordinator;
    this.lastStart = clock.nanoTime();
    this.lastEnd = lastStart;
  }

  /** Something happened that the newest checkpoint does not hold. */
  void changed() {
    changed = true;
  }

  /** A worker's state does not fit into its memory until it is saved. */
  void memoryShort() {
    memoryShort = run == null;
  }

  /** Whether there is something that should not be left to a restart. */
  boolean isOwedAtEnd() {
    return changed || positions != null;
  }

  /** Whether no other one may begin yet. */
  boolean isRunning() {
    return run != null || !removing.isEmpty();
  }

  /**
   * @param savepoint to be kept of it, or null
   */
  void request(CompletableFuture<Long> answer, SavepointRequest savepoint) {
    requested.add(new Request(answer, savepoint));
  }

  /** Asks for a savepoint to be removed with the files that only it needs. */
  void remove(String savepoint, CompletableFuture<Void> answer) {
    removals.add(new Removal(savepoint, answer));
  }

  /** Begins to remove savepoints, if any are to go and no checkpoint is being stored. */
  boolean removeSavepoints() {
    if (isRunning() || removals.isEmpty()) {
      return false;
    }
    removing = List.copyOf(removals);
    removals.clear();
    List<Removal> current = removing;
    CompletableFuture.runAsync(() -> drop(current), io)
        .whenCompleteAsync((nothing, failure) -> removing = List.of(), coordinator);
    return true;
  }

  private void drop(List<Removal> current) {
    List<Removal> dropped = new ArrayList<>();
    for (Removal removal : current) {
      try {
        store.dropSavepoint(removal.savepoint());
        dropped.add(removal);
      } catch (RuntimeException e) { // whoever asked gets it
        removal.answer().completeExceptionally(e);
      }
    }
    removeOld(null);
    dropped.forEach(removal -> removal.answer().complete(null));
  }

  /** Whether one should be taken with the next barrier. */
  boolean isDue() {
    return !isRunning() && (!requested.isEmpty() || nanosUntilDue() <= 0);
  }

  private boolean isTimed() {
    return settings.intervalNanos() > 0 && changed;
  }

  /** Nanoseconds until one is due, or Long.MAX_VALUE. */
  long nanosUntilDue() {
    long nanos = Long.MAX_VALUE;
    if (!isRunning() && isTimed()) {
      long now = clock.nanoTime();
      nanos =
          Math.max(
              lastStart + settings.intervalNanos() - now, lastEnd + settings.minPauseNanos() - now);
    }
    if (!isRunning() && memoryShort) {
      // Half of the time at most goes into saving.
      nanos = Math.min(nanos, lastEnd + lastDuration - clock.nanoTime());
    }
    return nanos;
  }

  /**
   * Begins one.
   *
   * @param relations what it holds
   * @return its id
   */
  long begin(long epoch, List<RelationEntry> relations) {
    lastStart = clock.nanoTime();
    changed = false;
    memoryShort = false;
    run = new Run(store.nextId(), epoch, lastStart, relations, List.copyOf(requested));
    run.deadlineNanos = lastStart + settings.timeoutNanos();
    requested.clear();
    return run.id;
  }

  /** Nanoseconds until the one that is under way is late, or Long.MAX_VALUE. */
  long nanosUntilLate() {
    return run == null || run.fate.get() == Fate.COMPLETING
        ? Long.MAX_VALUE
        : run.deadlineNanos - clock.nanoTime();
  }

  /** Gives up the one that is under way if it is late. */
  void giveUpIfLate() {
    if (run == null || nanosUntilLate() > 0) {
      return;
    }
    boolean first = run.fate.compareAndSet(Fate.OPEN, Fate.GIVEN_UP);
    if (!first && run.fate.get() != Fate.GIVEN_UP) {
      return;
    }
    run.deadlineNanos += settings.timeoutNanos();
    MillraceException late = late(run);
    if (first) {
      report(run, late);
    } else {
      // It is still in the way of the next one.
      countFailure(late);
    }
  }

  private MillraceException late(Run current) {
    List<Integer> missing =
        workers.stream()
            .map(Worker::number)
            .filter(number -> !current.parts.containsKey(number))
            .toList();
    return new MillraceException(
        ErrorCode.TIMED_OUT,
        "Checkpoint "
            + current.id
            + " was given up because it took longer than "
            + Duration.ofNanos(settings.timeoutNanos()).toMillis()
            + " ms (checkpoint-timeout): it "
            + (missing.isEmpty()
                ? "was writing its files."
                : "waited for its barrier, or for sinks to prepare, at the workers "
                    + missing
                    + "."));
  }

  /** A worker has frozen its part. */
  void frozen(int worker, WorkerCheckpoint part) {
    Run current = run;
    current.parts.put(worker, part);
    if (current.parts.size() < workers.size()) {
      return;
    }
    Map<Long, RelationState> states = relationStates(current);
    Throwable refusal = refusal(current);
    if (refusal != null) {
      current.parts.values().forEach(p -> p.job().close());
      failed(current, refusal);
      return;
    }
    write(current, states)
        .whenCompleteAsync(
            (written, failure) -> {
              if (failure == null) {
                written(current, written);
              } else {
                failed(current, failure);
              }
            },
            coordinator);
  }

  /** Why a checkpoint that is frozen must not be completed, or null. */
  private Throwable refusal(Run current) {
    if (current.fate.get() == Fate.GIVEN_UP) {
      return late(current);
    }
    for (RelationEntry entry : current.relations) {
      if (entry.spec() instanceof RelationSpec.Table && entry.isFailed()) {
        // The last checkpoint and the log have all its rows; a newer one would have none.
        return new MillraceException(
            ErrorCode.PIPELINE_FAILED,
            "The table '"
                + entry.name()
                + "' has stopped, so its rows cannot be saved. Start the database again, or drop"
                + " the table. It stopped because: "
                + entry.error().getMessage(),
            entry.error());
      }
    }
    for (WorkerCheckpoint each : current.parts.values()) {
      if (each.failure() != null) {
        return each.failure();
      }
    }
    return null;
  }

  private CompletableFuture<Written> write(Run current, Map<Long, RelationState> states) {
    List<CompletableFuture<CheckpointStore.Stored>> stored = new ArrayList<>();
    for (WorkerCheckpoint part : current.parts.values()) {
      stored.add(CompletableFuture.supplyAsync(() -> store(current.id, part.job()), io));
    }
    return CompletableFuture.allOf(stored.toArray(CompletableFuture[]::new))
        .thenApplyAsync(
            nothing -> {
              List<StateFile> files = new ArrayList<>();
              long newBytes = 0;
              for (CompletableFuture<CheckpointStore.Stored> each : stored) {
                files.addAll(each.join().files());
                newBytes += each.join().newBytes();
              }
              CheckpointManifest manifest = manifest(current, files, states);
              if (!current.fate.compareAndSet(Fate.OPEN, Fate.COMPLETING)) {
                throw late(current);
              }
              store.commit(manifest);
              current.waiting.forEach(request -> keep(request, manifest));
              return new Written(manifest, newBytes);
            },
            io);
  }

  /**
   * Keeps a savepoint of a checkpoint that is complete, if one is wanted, before its files can go.
   */
  private void keep(Request request, CheckpointManifest manifest) {
    SavepointRequest wanted = request.savepoint();
    if (wanted == null) {
      return;
    }
    try {
      wanted.stateful().keySet().stream()
          .filter(id -> !manifest.relations().containsKey(id))
          .findFirst()
          .ifPresent(
              id -> {
                throw notWhole(wanted, wanted.stateful().get(id));
              });
      store.addSavepoint(
          new Savepoint(
              Savepoint.VERSION,
              wanted.name(),
              wanted.relations(),
              wanted.definitions(),
              manifest));
    } catch (RuntimeException e) { // the checkpoint is complete all the same
      request.answer().completeExceptionally(e);
    }
  }

  private static MillraceException notWhole(SavepointRequest wanted, String relation) {
    return new MillraceException(
        ErrorCode.PIPELINE_FAILED,
        "The savepoint '"
            + wanted.name()
            + "' was not taken, because '"
            + relation
            + "' has failed or is being filled (see millrace.pipelines). Take it when that is over,"
            + " or drop '"
            + relation
            + "' first.");
  }

  private CheckpointStore.Stored store(long id, SnapshotJob job) {
    try (job) {
      return store.store(id, job.run());
    }
  }

  private CheckpointManifest manifest(
      Run current, List<StateFile> files, Map<Long, RelationState> states) {
    return new CheckpointManifest(
        CheckpointManifest.VERSION,
        current.id,
        current.epoch,
        clock.currentTimeMillis(),
        workers.size(),
        settings.keyGroups(),
        settings.stateFormat(),
        current.parts.get(0).logPosition(),
        files,
        states);
  }

  /** What the manifest says of each relation; takes over what sinks have prepared. */
  private Map<Long, RelationState> relationStates(Run current) {
    Map<Long, RelationState> states = new LinkedHashMap<>();
    for (RelationEntry entry : current.relations) {
      Map<String, SplitState> splits = new LinkedHashMap<>(entry.splits);
      for (WorkerCheckpoint part : current.parts.values()) {
        splits.putAll(part.positions().getOrDefault(entry.id(), Map.of()));
        part.committables().getOrDefault(entry.id(), List.of()).stream()
            .map(Sink.Committable::payload)
            .forEach(entry.uncommitted::add);
      }
      if (positions != null) {
        // Also what was read behind the barrier is not read again.
        splits.putAll(positions.positions(entry.id(), current.epoch));
      }
      if (entry.isContentWhole()) {
        states.put(
            entry.id(),
            new RelationState(splits, commitsOnce(entry) ? List.of() : entry.uncommitted));
      }
    }
    return states;
  }

  /** Whether a sink's transactions are committed once, or not at all. */
  private boolean commitsOnce(RelationEntry entry) {
    return entry.spec() instanceof RelationSpec.Sink sink
        && settings.guarantee().of(sink) == DeliveryGuarantee.AT_MOST_ONCE;
  }

  private void written(Run current, Written written) {
    for (Worker worker : workers) {
      worker.tell(() -> worker.relations().checkpointEnded(current.id, true));
    }
    Map<RelationEntry, List<Sink.Committable>> commits = new LinkedHashMap<>();
    for (RelationEntry entry : current.relations) {
      if (entry.prepared().sink() != null && !entry.uncommitted.isEmpty()) {
        commits.put(entry, entry.uncommitted.stream().map(Sink.Committable::new).toList());
      }
    }
    logPositions.add(written.manifest().tableLogPosition());
    Long removable = logPositions.size() >= settings.retained() ? logPositions.removeFirst() : null;
    CompletableFuture.supplyAsync(() -> commit(commits, removable), io)
        .whenCompleteAsync(
            (committed, failure) -> {
              if (failure == null) {
                committed.forEach(
                    entry -> {
                      int count = commits.get(entry).size();
                      entry.uncommitted.subList(0, count).clear();
                    });
              }
              // What could not be committed now is tried again, though nothing new may come.
              changed |= failure != null || committed.size() < commits.size();
              completed(current, written);
            },
            coordinator);
  }

  /** Commits sinks, then clears away; returns the sinks of which nothing is left to commit. */
  private List<RelationEntry> commit(
      Map<RelationEntry, List<Sink.Committable>> commits, Long removableLogPosition) {
    List<RelationEntry> committed = new ArrayList<>();
    commits.forEach(
        (entry, committables) -> {
          try {
            entry.prepared().sink().commit(committables);
            committed.add(entry);
          } catch (RuntimeException e) {
            if (commitsOnce(entry)) {
              committed.add(entry);
              LOG.error(
                  "The sink '{}' could not commit: its rows since the last checkpoint are lost.",
                  entry.name(),
                  e);
            } else {
              LOG.warn(
                  "The sink '{}' could not commit; it is tried again at the next checkpoint.",
                  entry.name(),
                  e);
            }
          }
        });
    removeOld(removableLogPosition);
    return committed;
  }

  /**
   * @param removableLogPosition null for none
   */
  private void removeOld(Long removableLogPosition) {
    try {
      store.removeOld();
      if (removableLogPosition != null) {
        log.removeBefore(removableLogPosition);
      }
    } catch (RuntimeException e) {
      LOG.warn("What is no longer needed could not be removed.", e);
    }
  }

  private void completed(Run current, Written written) {
    failures = 0;
    suspension = null;
    remember(
        new EngineStatus.Checkpoint(
            current.id,
            "COMPLETED",
            millisSince(current.startNanos),
            written.newBytes(),
            written.manifest().totalBytes(),
            null));
    ended();
    current.waiting.forEach(request -> request.answer().complete(current.id));
  }

  private void failed(Run current, Throwable cause) {
    Throwable reason =
        cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
    MillraceException error =
        reason instanceof MillraceException millrace
            ? millrace
            : new MillraceException(
                ErrorCode.INTERNAL_ERROR, "A checkpoint failed: " + reason, reason);
    for (Worker worker : workers) {
      worker.tell(() -> worker.relations().checkpointEnded(current.id, false));
    }
    if (current.fate.get() != Fate.GIVEN_UP) {
      report(current, error);
    }
    ended();
    changed = true;
  }

  /** Says that a checkpoint has failed, once. */
  private void report(Run current, MillraceException error) {
    LOG.warn("Checkpoint {} failed; the run goes on.", current.id, error);
    remember(
        new EngineStatus.Checkpoint(
            current.id, "FAILED", millisSince(current.startNanos), 0, 0, error.getMessage()));
    countFailure(error);
    current.waiting.forEach(request -> request.answer().completeExceptionally(error));
  }

  private void countFailure(MillraceException error) {
    if (failures < Integer.MAX_VALUE) {
      failures++;
    }
    if (failures > settings.tolerableFailures()) {
      suspension =
          new MillraceException(
              ErrorCode.PIPELINE_FAILED,
              "Nothing is read or written until a checkpoint is complete, because more than "
                  + settings.tolerableFailures()
                  + " in a row have failed (tolerable-failed-checkpoints): "
                  + error.getMessage(),
              error);
    }
  }

  /** Why nothing may be taken in until a checkpoint is complete, or null. */
  MillraceException suspension() {
    return suspension;
  }

  private void ended() {
    lastEnd = clock.nanoTime();
    lastDuration = lastEnd - run.startNanos;
    run = null;
  }

  private void remember(EngineStatus.Checkpoint checkpoint) {
    history.add(checkpoint);
    if (history.size() > HISTORY) {
      history.remove();
    }
  }

  List<EngineStatus.Checkpoint> status() {
    List<EngineStatus.Checkpoint> all = new ArrayList<>(history);
    if (run != null && run.fate.get() != Fate.GIVEN_UP) {
      all.add(
          new EngineStatus.Checkpoint(run.id, "RUNNING", millisSince(run.startNanos), 0, 0, null));
    }
    return all;
  }

  private long millisSince(long startNanos) {
    return (clock.nanoTime() - startNanos) / 1_000_000;
  }

  /** The engine stops: nobody gets an answer any more. */
  void failAll(MillraceException cause) {
    requested.forEach(request -> request.answer().completeExceptionally(cause));
    requested.clear();
    if (run != null) {
      run.waiting.forEach(request -> request.answer().completeExceptionally(cause));
    }
    removals.forEach(removal -> removal.answer().completeExceptionally(cause));
    removals.clear();
    removing.forEach(removal -> removal.answer().completeExceptionally(cause));
  }
}
