package io.millrace.executor.coordinator;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.time.Clock;
import io.millrace.executor.connector.Split;
import io.millrace.executor.coordinator.RelationEntry.Phase;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.scheduling.Actor;
import io.millrace.executor.status.EngineStatus;
import io.millrace.executor.subscription.Subscription;
import io.millrace.executor.task.TableFeeds;
import io.millrace.executor.worker.Deployment;
import io.millrace.executor.worker.EpochCommand;
import io.millrace.executor.worker.ReadTicket;
import io.millrace.executor.worker.UnsubscribeCommand;
import io.millrace.executor.worker.Worker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what happens when. At most one barrier is on its way; the next one goes out when somebody
 * waits for it, or after the interval if anything has come in, or when a checkpoint is due.
 * Everything here belongs to the one thread that runs it; others send messages through the public
 * methods, which any thread may call, and get answers as futures.
 */
public final class Coordinator implements Actor {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

  private final CoordinatorSettings settings;
  private final Clock clock;
  private final Executor io;
  private final TableFeeds tableFeeds;
  private final List<Worker> workers;
  private final Relations relations;
  private final SourceDirectory sources;
  private final EpochPlanner planner;
  private final Checkpoints checkpoints;
  private final Intake intake;
  private final Restarts restarts;
  private final Failures failures;
  private final LinkedBlockingQueue<Runnable> messages = new LinkedBlockingQueue<>();
  private final Map<Long, Subscription> subscriptions = new HashMap<>();
  private final AtomicLong subscriptionIds = new AtomicLong();

  private EpochPlan plan;
  private Barrier barrier;
  private long completedEpoch;
  private long lastBarrierNanos;
  private boolean dataSeen;
  private boolean epochFull;
  private MillraceException fatal;
  private CompletableFuture<Void> stopping;

  /** Null unless others are to go on. */
  private HandOver handOver;

  private boolean lastCheckpointAsked;
  private boolean stopped;
  private volatile boolean ended;

  /** Why nothing is done any more, or null. */
  private MillraceException refused;

  /**
   * @param io runs what may block
   * @param workers their threads are not running yet, or run and have been told nothing
   */
  public Coordinator(
      CoordinatorSettings settings,
      Clock clock,
      Executor io,
      TableFeeds tableFeeds,
      List<Worker> workers,
      CheckpointWriting checkpointWriting) {
    this.settings = settings;
    this.clock = clock;
    this.io = io;
    this.tableFeeds = tableFeeds;
    this.workers = List.copyOf(workers);
    this.restarts = new Restarts(settings.restartStrategy(), clock);
    this.relations = new Relations(workers.size(), restarts);
    this.sources = new SourceDirectory(this.workers);
    this.failures =
        new Failures(
            relations,
            restarts,
            Collections.unmodifiableCollection(subscriptions.values()),
            tableFeeds,
            this.workers,
            this::remove);
    this.planner = new EpochPlanner(relations, this::discover, failures::abandon);
    this.checkpoints =
        new Checkpoints(
            checkpointWriting.settings(),
            checkpointWriting.store(),
            checkpointWriting.log(),
            checkpointWriting.positions(),
            this.workers,
            clock,
            io,
            this::post);
    this.intake = new Intake(this.workers, tableFeeds);
    this.lastBarrierNanos = clock.nanoTime();
  }

  // ---- messages, from any thread

  void post(Runnable message) {
    messages.add(message);
    if (ended) {
      drain();
    }
  }

  /** Answers what came in at the end or after it; by then no thread of its own runs any more. */
  private synchronized void drain() {
    for (Runnable message = messages.poll(); message != null; message = messages.poll()) {
      message.run();
    }
  }

  /** Begins with what a checkpoint, or a new database, holds; to be called once, first. */
  public CompletableFuture<Void> begin(InitialState initial) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    post(() -> doBegin(initial, done));
    return done;
  }

  /** Creates a relation; done when it is established, or could not be created and is gone. */
  public CompletableFuture<Void> create(PreparedRelation prepared) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    post(() -> doCreate(prepared, done));
    return done;
  }

  /** Drops a relation; done when nothing of it is left. */
  public CompletableFuture<Void> drop(long relationId) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    post(() -> doDrop(relationId, done));
    return done;
  }

  /** Reads relations as of one epoch. */
  public CompletableFuture<EpochRead> read(List<ReadRequest> requests) {
    PendingRead read = new PendingRead(requests);
    post(
        () -> {
          if (isAccepted(read.answer())) {
            planner.add(read);
          }
        });
    return read.answer();
  }

  /** Subscribes to a relation's changes. */
  public CompletableFuture<Subscription> subscribe(long relationId, boolean snapshot) {
    CompletableFuture<Subscription> answer = new CompletableFuture<>();
    post(() -> doSubscribe(relationId, snapshot, answer));
    return answer;
  }

  /** Done when all bounded sources are read to their ends and that is visible. */
  public CompletableFuture<Void> awaitBoundedSources() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    post(
        () -> {
          if (isAccepted(done)) {
            planner.addAwaiter(done);
          }
        });
    return done;
  }

  /** Takes a checkpoint; done when it is complete and sinks have committed. */
  public CompletableFuture<Long> checkpoint() {
    return request(null);
  }

  /** Takes a checkpoint and keeps it under a name; done like {@link #checkpoint}. */
  public CompletableFuture<Long> savepoint(SavepointRequest savepoint) {
    return request(savepoint);
  }

  private CompletableFuture<Long> request(SavepointRequest savepoint) {
    CompletableFuture<Long> done = new CompletableFuture<>();
    post(
        () -> {
          if (isAccepted(done)) {
            checkpoints.request(done, savepoint);
          }
        });
    return done;
  }

  /** Removes a savepoint; done when the files that only it needed are gone. */
  public CompletableFuture<Void> dropSavepoint(String name) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    post(
        () -> {
          if (isAccepted(done)) {
            checkpoints.remove(name, done);
          }
        });
    return done;
  }

  /** How the engine is doing now. */
  public CompletableFuture<EngineStatus> status() {
    CompletableFuture<EngineStatus> answer = new CompletableFuture<>();
    post(
        () ->
            answer.complete(
                new EngineStatus(
                    completedEpoch,
                    relations.all().stream()
                        .map(entry -> relations.status(entry, intake.suspension()))
                        .toList(),
                    checkpoints.status())));
    return answer;
  }

  /** Takes a last checkpoint, then ends the thread. */
  public CompletableFuture<Void> stop() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    post(
        () -> {
          if (ended) {
            done.complete(null);
          } else {
            stopping = done;
          }
        });
    return done;
  }

  /**
   * Takes a last checkpoint, which nobody reads beyond, and ends the thread, so that others go on
   * from it. If it cannot be taken, all goes on as before.
   *
   * @param reason why what is not answered by then fails
   */
  public CompletableFuture<Void> handOver(MillraceException reason) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    post(
        () -> {
          if (isAccepted(done)) {
            handOver = new HandOver(done, reason);
          }
        });
    return done;
  }

  /** Ends the thread as it is. */
  public void abort() {
    post(() -> stopped = true);
  }

  /** Closes all sources and sinks; to be called when the thread and the workers have ended. */
  public void closeConnectors() {
    relations.all().forEach(entry -> close(entry.prepared()));
  }

  // ---- the thread

  @Override
  public String name() {
    return "coordinator";
  }

  @Override
  public void run() {
    try {
      while (!ended) {
        step(messages.poll(nanosUntilDue(), TimeUnit.NANOSECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      endWaiting();
    }
  }

  @Override
  public boolean step() {
    return !ended && step(messages.poll());
  }

  @Override
  public boolean isEnded() {
    return ended;
  }

  /**
   * @param first the first message, or null for none
   */
  private boolean step(Runnable first) {
    boolean worked = first != null;
    try {
      for (Runnable message = first; message != null; message = messages.poll()) {
        message.run();
      }
      worked |= act();
    } catch (Throwable e) { // a fault of the coordinator itself: nobody else would say so
      workerFailed("The coordinator", e);
    }
    if (stopped) {
      endWaiting();
    }
    return worked;
  }

  private void endWaiting() {
    MillraceException cause =
        fatal != null
            ? fatal
            : handOver != null
                ? handOver.reason()
                : new MillraceException(
                    ErrorCode.SHUTTING_DOWN, "The database has been shut down.");
    if (plan != null) {
      plan.reads.forEach(read -> read.fail(cause));
      plan.subscribe.forEach(pending -> pending.answer().completeExceptionally(cause));
      plan.awaiters.forEach(awaiter -> awaiter.completeExceptionally(cause));
    }
    planner.failAll(cause);
    checkpoints.failAll(cause);
    if (handOver != null) {
      handOver.end(cause);
    }
    subscriptions.values().forEach(subscription -> subscription.fail(cause));
    for (RelationEntry entry : relations.all()) {
      if (entry.creation != null) {
        entry.creation.completeExceptionally(cause);
      }
      if (entry.removal != null) {
        entry.removal.completeExceptionally(cause);
      }
    }
    stopped = true;
    refused = cause;
    ended = true;
    drain();
    if (stopping != null) {
      stopping.complete(null);
    }
  }

  /** Whether a request is taken on; if not, its answer says why. */
  private boolean isAccepted(CompletableFuture<?> answer) {
    MillraceException why = refused;
    if (why == null) {
      why = fatal;
    }
    if (why == null && stopping != null) {
      why = new MillraceException(ErrorCode.SHUTTING_DOWN, "The database is shutting down.");
    }
    if (why != null) {
      answer.completeExceptionally(why);
    }
    return why == null;
  }

  @Override
  public long nanosUntilDue() {
    if (!messages.isEmpty()) {
      return 0;
    }
    long nanos = TimeUnit.SECONDS.toNanos(60);
    if (plan == null && !isHalted()) {
      if (dataSeen) {
        nanos = Math.min(nanos, nanosUntilTimed());
      }
      nanos = Math.min(nanos, checkpoints.nanosUntilDue());
    }
    nanos = Math.min(nanos, checkpoints.nanosUntilLate());
    nanos = Math.min(nanos, restarts.nanosUntilDue());
    for (RelationEntry entry : relations.all()) {
      if (looksForSplits(entry)) {
        nanos = Math.min(nanos, entry.nextDiscovery - clock.nanoTime());
      }
    }
    return Math.max(0, nanos);
  }

  private long nanosUntilTimed() {
    long interval =
        subscriptions.isEmpty() ? settings.unwatchedEpochNanos() : settings.epochNanos();
    return lastBarrierNanos + interval - clock.nanoTime();
  }

  private static boolean looksForSplits(RelationEntry entry) {
    return entry.isSource()
        && entry.isEstablished()
        && !entry.isFailed()
        && !entry.isBoundedSource()
        && !entry.discovering;
  }

  /** Starts what is due; returns whether anything was. */
  private boolean act() {
    if (fatal != null) {
      stopped |= stopping != null;
      return false;
    }
    boolean acted = false;
    acted |= failures.restartDue();
    checkpoints.giveUpIfLate();
    // What is not begun before the workers change is asked of those that come then.
    acted |= handOver == null && checkpoints.removeSavepoints();
    intake.suspend(checkpoints.suspension());
    for (RelationEntry entry : relations.all()) {
      if (looksForSplits(entry) && entry.nextDiscovery - clock.nanoTime() <= 0) {
        discover(entry);
        acted = true;
      }
    }
    if (handOver != null && !handOver.isAsked() && plan == null && !checkpoints.isRunning()) {
      HandOver asking = handOver;
      checkpoints.request(asking.ask(failure -> handedOver(asking, failure)), null);
    }
    if (plan == null && !isHalted()) {
      EpochPlan next = planner.next(!checkpoints.isRunning());
      boolean timed = dataSeen && (epochFull || nanosUntilTimed() <= 0);
      if (!next.isEmpty() || timed || checkpoints.isDue()) {
        start(next);
        acted = true;
      }
    }
    if (stopping != null && plan == null && !checkpoints.isRunning()) {
      stopNow();
      acted = true;
    }
    return acted;
  }

  /** Whether no further epoch is to begin. */
  private boolean isHalted() {
    return handOver != null && handOver.isHalted();
  }

  /**
   * The last checkpoint is complete, or has failed.
   *
   * @param ended which may have been given up, and another be under way
   */
  private void handedOver(HandOver ended, Throwable failure) {
    if (ended.end(failure)) {
      stopped = true;
    } else if (handOver == ended) {
      handOver = null;
    }
  }

  private void stopNow() {
    if (!lastCheckpointAsked && (checkpoints.isOwedAtEnd() || dataSeen)) {
      lastCheckpointAsked = true;
      intake.end();
      CompletableFuture<Long> last = new CompletableFuture<>();
      checkpoints.request(last, null);
      last.whenComplete(
          (id, failure) -> {
            if (failure != null) {
              LOG.error("The last checkpoint failed; the one before it serves.", failure);
            }
          });
      post(() -> {}); // look again at once
    } else {
      stopped = true;
    }
  }

  // ---- epochs

  private void start(EpochPlan next) {
    plan = next;
    lastBarrierNanos = clock.nanoTime();
    if (dataSeen || next.changesRelations()) {
      checkpoints.changed();
    }
    dataSeen = false;
    epochFull = false;
    long checkpointId = Barrier.NO_CHECKPOINT;
    if (checkpoints.isDue() && !next.rebuilds()) {
      checkpointId = checkpoints.begin(completedEpoch + 1, checkpointed(next));
      if (handOver != null) {
        handOver.halt();
      }
    }
    barrier = new Barrier(completedEpoch + 1, checkpointId);
    for (RelationEntry entry : next.attach) {
      deploy(entry, barrier.epoch());
      entry.phase(Phase.BACKFILLING);
      if (entry.isSource()) {
        entry.phase(Phase.ESTABLISHED);
        entry.nextDiscovery = clock.nanoTime() + settings.discoveryNanos();
      } else {
        workers.forEach(worker -> entry.backfilling.add(worker.number()));
      }
    }
    next.detach.forEach(entry -> entry.phase(Phase.DETACHING));
    EpochCommand command = next.command(barrier, workers.size());
    workers.forEach(worker -> worker.tell(() -> worker.relations().start(command)));
    next.attach.stream().filter(RelationEntry::isSource).forEach(sources::assign);
  }

  /** What a checkpoint at the barrier of this plan holds, and tables that it ought to hold. */
  private List<RelationEntry> checkpointed(EpochPlan next) {
    List<RelationEntry> held = new ArrayList<>();
    for (RelationEntry entry : relations.all()) {
      boolean failedTable = entry.spec() instanceof RelationSpec.Table && entry.isFailed();
      if ((entry.isEstablished() || next.establish.contains(entry) || failedTable)
          && !next.detach.contains(entry)) {
        held.add(entry);
      }
    }
    return held;
  }

  private void deploy(RelationEntry entry, long since) {
    Deployment deployment = entry.deployment(tableFeeds, workers.size(), since);
    workers.forEach(worker -> worker.tell(() -> worker.relations().deploy(deployment)));
  }

  void epochPassed(int worker, long epoch) {
    if (barrier.epoch() != epoch) {
      throw new IllegalStateException("Epoch " + epoch + " passed, not " + barrier.epoch());
    }
    if (plan.passed(worker, workers.size())) {
      complete();
    }
  }

  private void complete() {
    EpochPlan done = plan;
    plan = null;
    completedEpoch = barrier.epoch();
    for (PendingRead read : done.reads) {
      completeRead(read);
    }
    for (RelationEntry entry : done.establish) {
      entry.phase(Phase.ESTABLISHED);
      if (entry.creation != null && !entry.isFailed()) {
        entry.creation.complete(null);
        entry.creation = null;
      }
    }
    done.detach.forEach(this::detached);
    subscriptions.values().forEach(subscription -> subscription.completed(completedEpoch));
    for (PendingSubscription pending : done.subscribe) {
      RelationEntry entry = relations.require(pending.relationId());
      if (entry.isFailed() && !entry.isContentWhole()) {
        pending.subscription().fail(entry.readError());
      }
      pending.complete(completedEpoch);
    }
    done.awaiters.forEach(awaiter -> awaiter.complete(null));
  }

  private void completeRead(PendingRead read) {
    for (ReadRequest request : read.requests()) {
      RelationEntry entry = relations.require(request.relationId());
      if (!entry.isContentWhole()) {
        read.fail(entry.readError());
        return;
      }
    }
    read.complete(completedEpoch);
  }

  private void detached(RelationEntry entry) {
    if (entry.isSource()) {
      entry.forgetReading();
    } else if (entry.wantsRebuild()) {
      entry.beginAnew();
      failures.healDownstream();
    } else {
      remove(entry);
    }
  }

  private void remove(RelationEntry entry) {
    relations.remove(entry.id());
    tableFeeds.close(entry.id());
    checkpoints.changed();
    MillraceException gone =
        new MillraceException(
            ErrorCode.UNKNOWN_RELATION, "'" + entry.name() + "' has been dropped.");
    subscriptions.values().stream()
        .filter(subscription -> subscription.relationId() == entry.id())
        .forEach(subscription -> subscription.fail(gone));
    CompletableFuture<Void> removal = entry.removal;
    io.execute(
        () -> {
          try {
            close(entry.prepared());
            removal.complete(null);
          } catch (Throwable e) { // the caller gets it
            removal.completeExceptionally(e);
          }
        });
  }

  private static void close(PreparedRelation prepared) {
    if (prepared.source() != null) {
      prepared.source().close();
    }
    if (prepared.sink() != null) {
      prepared.sink().close();
    }
  }

  // ---- relations

  private void doBegin(InitialState initial, CompletableFuture<Void> done) {
    completedEpoch = initial.epoch();
    for (InitialState.Relation relation : initial.relations()) {
      RelationEntry entry = new RelationEntry(relation.prepared());
      relations.add(entry);
      if (relation.splits() != null) {
        entry.splits.putAll(relation.splits());
        SourceDirectory.remember(entry, relation.discovered());
      }
      if (relation.runs()) {
        deploy(entry, completedEpoch);
        entry.phase(Phase.ESTABLISHED);
      }
    }
    List<Long> running =
        relations.all().stream().filter(RelationEntry::isAttached).map(RelationEntry::id).toList();
    workers.forEach(worker -> worker.tell(() -> worker.relations().attachInitially(running)));
    for (RelationEntry entry : relations.all()) {
      if (entry.isAttached() && entry.isSource() && !entry.isFailed()) {
        entry.nextDiscovery = clock.nanoTime() + settings.discoveryNanos();
        sources.assign(entry);
      }
    }
    for (RelationEntry entry : List.copyOf(relations.all())) {
      if (entry.isFailed() && !entry.hasInheritedError()) {
        failures.failDownstream(entry, entry.isSource());
      }
    }
    done.complete(null);
  }

  private void doCreate(PreparedRelation prepared, CompletableFuture<Void> done) {
    if (!isAccepted(done)) {
      io.execute(() -> close(prepared));
      return;
    }
    RelationSpec spec = prepared.spec();
    try {
      if (relations.find(spec.id()) != null) {
        throw new MillraceException(
            ErrorCode.DUPLICATE_RELATION, "'" + spec.name() + "' is there already.");
      }
      spec.upstream().forEach(relations::require);
    } catch (MillraceException e) {
      io.execute(() -> close(prepared));
      done.completeExceptionally(e);
      return;
    }
    RelationEntry entry = new RelationEntry(prepared);
    relations.add(entry);
    if (entry.isSource()) {
      done.complete(null);
    } else {
      entry.creation = done;
    }
  }

  private void doDrop(long relationId, CompletableFuture<Void> done) {
    if (!isAccepted(done)) {
      return;
    }
    RelationEntry entry = relations.find(relationId);
    List<RelationEntry> dependents =
        relations.dependents(relationId).stream().filter(d -> d.removal == null).toList();
    if (entry == null || entry.removal != null) {
      done.completeExceptionally(
          new MillraceException(
              ErrorCode.UNKNOWN_RELATION,
              "There is no relation with the number " + relationId + "."));
    } else if (!dependents.isEmpty()) {
      done.completeExceptionally(
          new MillraceException(
              ErrorCode.DEPENDENT_OBJECTS,
              "'"
                  + entry.name()
                  + "' is read by '"
                  + dependents.get(0).name()
                  + "'. Drop that first."));
    } else {
      entry.removal = done;
      if (entry.creation != null) {
        entry.creation.completeExceptionally(
            new MillraceException(
                ErrorCode.CANCELLED, "'" + entry.name() + "' was dropped while it was created."));
        entry.creation = null;
      }
      if (!entry.isAttached()) {
        remove(entry);
      }
    }
  }

  private void doSubscribe(
      long relationId, boolean snapshot, CompletableFuture<Subscription> answer) {
    if (!isAccepted(answer)) {
      return;
    }
    RelationEntry entry = relations.find(relationId);
    if (entry == null) {
      answer.completeExceptionally(
          new MillraceException(
              ErrorCode.UNKNOWN_RELATION,
              "There is no relation with the number " + relationId + "."));
      return;
    }
    // Negative, so that it is never the id of a relation that reads this one.
    long id = -subscriptionIds.incrementAndGet();
    Subscription subscription =
        new Subscription(
            id, relationId, entry.spec().rowType(), () -> post(() -> unsubscribe(id, relationId)));
    subscriptions.put(id, subscription);
    ReadTicket ticket =
        snapshot
            ? new ReadTicket(
                ReadRequest.all(
                    relationId, IntStream.range(0, entry.spec().rowType().size()).boxed().toList()),
                workers.size())
            : null;
    planner.add(new PendingSubscription(relationId, subscription, ticket, answer));
  }

  private void unsubscribe(long id, long relationId) {
    if (subscriptions.remove(id) != null) {
      planner.add(new UnsubscribeCommand(relationId, id));
    }
  }

  // ---- sources

  private void discover(RelationEntry source) {
    if (source.discovering) {
      return;
    }
    source.discovering = true;
    io.execute(
        () -> {
          try {
            List<Split> found = source.prepared().source().discoverSplits();
            post(() -> discovered(source, found));
          } catch (Throwable e) { // reported as the source's failure
            post(
                () -> {
                  source.discovering = false;
                  relationFailed(source.id(), source.name(), e, true);
                });
          }
        });
  }

  private void discovered(RelationEntry source, List<Split> found) {
    source.discovering = false;
    source.nextDiscovery = clock.nanoTime() + settings.discoveryNanos();
    SourceDirectory.remember(source, found);
    if (source.isAttached()) {
      sources.assign(source);
    }
  }

  void sourceEnded(int worker, long relationId) {
    RelationEntry entry = relations.find(relationId);
    if (entry != null && entry.isAttached()) {
      entry.ended.add(worker);
      // The end is a watermark too, which no row may follow: it asks for a barrier of its own.
      dataSeen = true;
    }
  }

  void memoryShort() {
    checkpoints.memoryShort();
  }

  void dataArrived() {
    dataSeen = true;
  }

  void epochFull() {
    epochFull = true;
  }

  void backfilled(int worker, long relationId) {
    RelationEntry entry = relations.find(relationId);
    if (entry != null) {
      entry.backfilling.remove(worker);
    }
  }

  void frozen(int worker, io.millrace.executor.worker.WorkerCheckpoint part) {
    checkpoints.frozen(worker, part);
  }

  // ---- failures

  void relationFailed(long relationId, String taskName, Throwable cause, boolean whole) {
    RelationEntry entry = relations.find(relationId);
    if (entry != null) {
      failures.failed(entry, taskName, cause, whole);
    }
  }

  void workerFailed(String who, Throwable cause) {
    LOG.error("{} has failed; the engine has to be opened again.", who, cause);
    fatal =
        new MillraceException(
            ErrorCode.INTERNAL_ERROR,
            who + " has failed; open the database again: " + cause,
            cause);
    stopped = true;
  }
}
