package io.millrace.executor.worker;

import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.connector.Split;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.log.PositionLog;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.task.OperatorTask;
import io.millrace.executor.task.RelationOutput;
import io.millrace.executor.task.ScanPort;
import io.millrace.executor.task.SourceTask;
import io.millrace.executor.task.TableFeeds;
import io.millrace.executor.task.Task;
import io.millrace.executor.task.TaskFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * One worker's shards of all relations, and what happens to them at barriers. Belongs to the
 * worker's thread.
 */
public final class WorkerRelations {
  private final Worker worker;
  private final TaskFactory factory;
  private final StateBackend state;
  private final TableFeeds tableFeeds;
  private final PositionLog positions;
  private final WorkerListener listener;
  private final Executor io;

  private final Map<Long, RelationShard> deployed = new LinkedHashMap<>();

  /** Those that take part in barriers. */
  private final Map<Long, RelationShard> active = new LinkedHashMap<>();

  private final List<Long> toDrop = new ArrayList<>();

  /** The epoch whose barrier is passing, or null. */
  private EpochCommand epoch;

  private int tasksToPass;

  /** Whether sources read nothing for now. */
  private boolean suspended;

  /** The checkpoint from its barrier until its end, or null. */
  private CheckpointPart checkpoint;

  WorkerRelations(
      Worker worker,
      TaskFactory factory,
      TableFeeds tableFeeds,
      PositionLog positions,
      WorkerListener listener,
      Executor io) {
    this.worker = worker;
    this.factory = factory;
    this.state = factory.state();
    this.tableFeeds = tableFeeds;
    this.positions = positions;
    this.listener = listener;
    this.io = io;
  }

  /** Makes the tasks of a relation; they wait to be attached. */
  public void deploy(Deployment deployment) {
    RelationShard shard = new RelationShard(deployment, factory, positions != null);
    if (deployment.spec() instanceof RelationSpec.View view && view.lateRowsOf().isPresent()) {
      shard.showLateRowsOf(deployed.get(view.lateRowsOf().getAsLong()));
    }
    shard.suspend(suspended);
    deployed.put(deployment.relationId(), shard);
  }

  /** Has sources read nothing for a time, or go on. */
  public void suspend(boolean yes) {
    suspended = yes;
    deployed.values().forEach(shard -> shard.suspend(yes));
  }

  /** Attaches deployed relations at once, with the state they were restored with, if any. */
  public void attachInitially(List<Long> relationIds) {
    for (long id : relationIds) {
      RelationShard shard = deployed.get(id);
      for (ScanPort port : shard.scanPorts()) {
        attach(port);
      }
      shard.establish();
      active.put(id, shard);
    }
  }

  private void attach(ScanPort port) {
    RelationShard upstream = deployed.get(port.relationId());
    upstream.output().attach(port.edge());
    upstream.readersChanged();
  }

  /** Adds splits to a source that is deployed. */
  public void addSplits(long relationId, Map<Split, SplitState> splits, boolean all) {
    RelationShard shard = deployed.get(relationId);
    if (shard != null) {
      shard.source().add(splits, all);
    }
  }

  /** Has a source that stopped go on. */
  public void resume(long sourceId) {
    RelationShard shard = deployed.get(sourceId);
    if (shard != null) {
      shard.source().resume();
    }
  }

  /** From now on relations only pass barriers. */
  public void discard(Collection<Long> relationIds) {
    for (long id : relationIds) {
      RelationShard shard = deployed.get(id);
      if (shard != null) {
        shard.discard();
      }
    }
  }

  /** Begins to pass a barrier. */
  public void start(EpochCommand command) {
    Barrier barrier = command.barrier();
    epoch = command;
    worker.barrierInjected();
    command.establish().forEach(id -> deployed.get(id).establish());
    List<RelationShard> passing = List.copyOf(active.values());
    tasksToPass = passing.stream().mapToInt(RelationShard::taskCount).sum();
    if (barrier.isCheckpoint()) {
      checkpoint = new CheckpointPart(barrier.checkpointId());
    }
    command.reads().forEach(this::prepareRead);
    command.detach().forEach(this::prepareDetach);
    command.unsubscribe().forEach(this::prepareUnsubscribe);
    command.attach().forEach(id -> prepareAttach(id, command.attach()));
    command.subscribe().forEach(this::prepareSubscribe);
    long logPosition = logPosition();
    if (barrier.isCheckpoint()) {
      checkpoint.logPosition(logPosition);
    }
    passing.forEach(shard -> shard.inject(barrier, logPosition));
    if (tasksToPass == 0) {
      finishEpoch();
    }
  }

  /**
   * The barrier's place in the table log: after everything that is in a feed, and after everything
   * that a task has already taken from one.
   */
  private long logPosition() {
    long position = tableFeeds.published();
    for (RelationShard shard : active.values()) {
      if (shard.tableLog() != null) {
        position = Math.max(position, shard.tableLog().takenUpTo());
      }
    }
    return position;
  }

  private void prepareRead(ReadTicket ticket) {
    RelationShard shard = active.get(ticket.request().relationId());
    shard.outputTask().afterNextBarrier(() -> answer(shard, ticket));
  }

  private void answer(RelationShard shard, ReadTicket ticket) {
    if (!shard.contentTask().isFailed()) {
      ticket.answer(worker.number(), shard.contentTask().read(ticket.request()));
    }
  }

  private void prepareDetach(long relationId) {
    for (ScanPort port : deployed.get(relationId).scanPorts()) {
      RelationShard upstream = active.get(port.relationId());
      upstream
          .outputTask()
          .afterNextBarrier(
              () -> {
                upstream.output().detach(relationId);
                upstream.readersChanged();
              });
    }
  }

  private void prepareAttach(long relationId, List<Long> beginning) {
    RelationShard shard = deployed.get(relationId);
    List<ScanPort> ports = shard.scanPorts();
    shard.beginBackfills(ports.size());
    if (ports.isEmpty()) {
      listener.backfilled(worker.number(), relationId);
    }
    for (ScanPort port : ports) {
      RelationShard upstream = active.get(port.relationId());
      Runnable whenDone = () -> backfillDone(shard);
      if (beginning.contains(port.relationId())) {
        // A source that begins at this barrier too has read nothing yet.
        attach(port);
        whenDone.run();
      } else {
        upstream.outputTask().afterNextBarrier(() -> attachLater(upstream, port, whenDone));
      }
    }
    active.put(relationId, shard);
  }

  private void attachLater(RelationShard upstream, ScanPort port, Runnable whenDone) {
    RelationOutput output = upstream.output();
    if (upstream.outputTask() instanceof SourceTask source) {
      source.backfill(port, whenDone);
    } else if (!upstream.isFailed()) {
      upstream.contentTask().backfill(port, whenDone);
    }
    output.attach(port.edge());
    upstream.readersChanged();
  }

  private void backfillDone(RelationShard shard) {
    if (shard.backfillDone()) {
      listener.backfilled(worker.number(), shard.relationId());
    }
  }

  private void prepareSubscribe(SubscribeCommand command) {
    RelationShard shard = active.get(command.relationId());
    shard
        .outputTask()
        .afterNextBarrier(
            () -> {
              if (command.snapshot() != null) {
                answer(shard, command.snapshot());
              }
              shard.output().attach(command.edges().get(worker.number()));
              shard.readersChanged();
            });
  }

  private void prepareUnsubscribe(UnsubscribeCommand command) {
    RelationShard shard = active.get(command.relationId());
    shard
        .outputTask()
        .afterNextBarrier(
            () -> {
              shard.output().detach(command.readerId());
              shard.readersChanged();
            });
  }

  void barrierPassed(Task task, Barrier barrier) {
    if (barrier.isCheckpoint() && task instanceof SourceTask source) {
      checkpoint.addPositions(task.relationId(), source.positions());
    }
    deployed.get(task.relationId()).passed(task, worker.number(), barrier);
    tasksToPass--;
    if (tasksToPass == 0) {
      finishEpoch();
    }
  }

  private void finishEpoch() {
    EpochCommand finished = epoch;
    epoch = null;
    for (long id : finished.detach()) {
      deployed.remove(id).close();
      active.remove(id);
      toDrop.add(id);
    }
    if (checkpoint != null && finished.barrier().isCheckpoint()) {
      checkpoint.frozen(state.finishFreeze(checkpoint.id()));
      reportCheckpoint();
    } else {
      dropStates();
    }
    if (checkpoint == null && state.wantsCheckpoint()) {
      listener.memoryShort(worker.number());
    }
    listener.epochPassed(worker.number(), finished.barrier().epoch());
  }

  /** Tables must not go while a checkpoint reads them. */
  private void dropStates() {
    if (checkpoint == null) {
      toDrop.forEach(state::drop);
      toDrop.clear();
    }
  }

  private void reportCheckpoint() {
    if (checkpoint.isReady()) {
      listener.frozen(worker.number(), checkpoint.report());
    }
  }

  /** The checkpoint that this worker has taken part in has ended. */
  public void checkpointEnded(long checkpointId, boolean completed) {
    checkpoint = null;
    if (completed) {
      state.completed(checkpointId);
    } else {
      state.failed(checkpointId);
    }
    dropStates();
  }

  void record(SourceTask task, Map<String, SplitState> read, int generation) {
    long since = deployed.get(task.relationId()).since();
    io.execute(
        () -> {
          Throwable failure = null;
          try {
            positions.record(task.relationId(), since, read);
          } catch (Throwable e) { // reported as the source's failure
            failure = e;
          }
          Throwable cause = failure;
          worker.tell(() -> task.recorded(generation, cause));
        });
  }

  void freeze(Task task, int nodeId) {
    if (takesPart(task)) {
      state.freeze(task.relationId(), nodeId);
    }
  }

  private boolean takesPart(Task task) {
    RelationShard shard = deployed.get(task.relationId());
    return shard.isEstablished()
        && !shard.isFailed()
        && !epoch.detach().contains(task.relationId());
  }

  boolean prepare(OperatorTask task, SinkWriter writer, long checkpointId) {
    if (!takesPart(task)) {
      return false;
    }
    CheckpointPart part = checkpointId == Barrier.NO_CHECKPOINT ? null : checkpoint;
    if (part != null) {
      part.preparing();
    }
    io.execute(
        () -> {
          List<Sink.Committable> committables = List.of();
          Throwable failure = null;
          try {
            committables = writer.prepare(checkpointId);
          } catch (Throwable e) { // reported as the sink's failure
            failure = e;
          }
          List<Sink.Committable> result = committables;
          Throwable cause = failure;
          worker.tell(() -> prepared(task, part, result, cause));
        });
    return true;
  }

  /**
   * @param part of the checkpoint that it was prepared for, or null
   */
  private void prepared(
      OperatorTask task,
      CheckpointPart part,
      List<Sink.Committable> committables,
      Throwable failure) {
    if (part != null) {
      part.prepared(task.relationId(), committables, failure);
    }
    if (failure != null && !task.isFailed()) {
      task.discard();
      failed(task, failure);
    }
    task.prepared();
    if (part != null && part == checkpoint) {
      reportCheckpoint();
    }
  }

  void failed(Task task, Throwable cause) {
    RelationShard shard = deployed.get(task.relationId());
    // What a source's other tasks have emitted is whole; of others, no task knows what is missing.
    if (shard != null && !(task instanceof SourceTask)) {
      shard.discard();
    }
    boolean whole = task instanceof SourceTask source && !source.isTorn();
    listener.relationFailed(worker.number(), task.relationId(), task.name(), cause, whole);
  }

  void close() {
    deployed.values().forEach(RelationShard::close);
    deployed.clear();
    active.clear();
  }
}
