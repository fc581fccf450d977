package io.millrace.executor.coordinator;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.status.EngineStatus;
import io.millrace.executor.worker.Deployment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What the coordinator knows of one relation. Belongs to the coordinator's thread. */
final class RelationEntry {
  /** Where a relation is between its creation and its end. */
  enum Phase {
    /** Not in the dataflow: a source without readers, or waiting for what it reads. */
    IDLE,
    /** In the dataflow, reading what was there before it. */
    BACKFILLING,
    /** Has all that was there; read by readers, part of checkpoints. */
    ESTABLISHED,
    /** Leaves the dataflow at the barrier that is passing. */
    DETACHING
  }

  private final PreparedRelation prepared;
  private Phase phase = Phase.IDLE;

  /** Whether it keeps its content exactly although it, or what it reads, has stopped. */
  private boolean contentWhole = true;

  private MillraceException error;

  /** Whether it failed because of what it reads only. */
  private boolean inherited;

  /** Whether it is to leave the dataflow and to begin anew. */
  private boolean rebuild;

  /** Completed when it is established; null when nobody waits. */
  CompletableFuture<Void> creation;

  /** Completed when it is gone; null when nobody asked. */
  CompletableFuture<Void> removal;

  /** Workers whose shard is still reading what was there before. */
  final Set<Integer> backfilling = new HashSet<>();

  // Of a source.
  final Map<String, SplitState> splits = new LinkedHashMap<>();
  boolean discovered;
  boolean discovering;
  long nextDiscovery;
  int assigned;
  final Set<Integer> ended = new HashSet<>();

  // Of a sink.
  final List<String> uncommitted = new ArrayList<>();

  RelationEntry(PreparedRelation prepared) {
    this.prepared = prepared;
    this.error = prepared.error();
  }

  PreparedRelation prepared() {
    return prepared;
  }

  RelationSpec spec() {
    return prepared.spec();
  }

  long id() {
    return spec().id();
  }

  String name() {
    return spec().name();
  }

  boolean isSource() {
    return spec() instanceof RelationSpec.Source;
  }

  boolean isReadableKind() {
    return spec() instanceof RelationSpec.View || spec() instanceof RelationSpec.Table;
  }

  Phase phase() {
    return phase;
  }

  void phase(Phase next) {
    phase = next;
  }

  /** Whether its tasks are in the dataflow. */
  boolean isAttached() {
    return phase != Phase.IDLE;
  }

  boolean isEstablished() {
    return phase == Phase.ESTABLISHED;
  }

  /** Why it stopped, or null. */
  MillraceException error() {
    return error;
  }

  /** What somebody gets who wants to read it, or to write to it, after it has stopped. */
  MillraceException readError() {
    return error.code() == ErrorCode.PIPELINE_FAILED
        ? error
        : new MillraceException(
            ErrorCode.PIPELINE_FAILED,
            "'" + name() + "' has stopped: " + error.getMessage(),
            error);
  }

  boolean isFailed() {
    return error != null;
  }

  /**
   * It has stopped.
   *
   * @param whole whether what it holds is still exactly the content of an epoch
   */
  void fail(MillraceException cause, boolean whole) {
    if (error == null || inherited) {
      error = cause;
      inherited = false;
    }
    contentWhole &= whole;
  }

  /** As {@link #fail}, because of what it reads. */
  void inherit(MillraceException cause, boolean whole) {
    if (error == null) {
      error = cause;
      inherited = true;
    }
    contentWhole &= whole;
  }

  boolean hasInheritedError() {
    return inherited;
  }

  /** The cause is gone: it goes on with what it holds. */
  void heal() {
    error = null;
    inherited = false;
    // What is not in the dataflow holds nothing yet.
    contentWhole |= phase == Phase.IDLE;
  }

  /** Asks to have it leave the dataflow and begin anew. */
  void requestRebuild() {
    rebuild = true;
  }

  boolean wantsRebuild() {
    return rebuild && removal == null;
  }

  /** It has left the dataflow, and waits to be attached as if it were new. */
  void beginAnew() {
    phase = Phase.IDLE;
    rebuild = false;
    backfilling.clear();
    heal();
  }

  /** Whether readers may see it, and checkpoints may hold it. */
  boolean isContentWhole() {
    return contentWhole;
  }

  /** A source without readers forgets how far it was read. */
  void forgetReading() {
    phase = Phase.IDLE;
    heal();
    error = prepared.error();
    splits.clear();
    discovered = false;
    assigned = 0;
    ended.clear();
  }

  /**
   * @param since the epoch after which it is deployed
   */
  Deployment deployment(io.millrace.executor.task.TableFeeds feeds, int workers, long since) {
    return Deployment.of(
        spec(),
        prepared.graph(),
        prepared.source(),
        spec() instanceof RelationSpec.Table ? feeds.open(id()) : null,
        prepared.metrics(),
        prepared.rowTimes(),
        workers,
        since);
  }

  boolean isBoundedSource() {
    return prepared.source() != null && prepared.source().isBounded();
  }

  /** Whether rows come into it from outside. */
  boolean takesRowsIn() {
    return phase == Phase.ESTABLISHED && (isSource() || spec() instanceof RelationSpec.Table);
  }

  /**
   * @param reason of the state, or null
   */
  EngineStatus.Relation status(EngineStatus.State state, MillraceException reason, int restarts) {
    var metrics = prepared.metrics();
    String lastError = metrics.lastBadRecord();
    if (lastError == null) {
      lastError = metrics.lastValueError();
    }
    return new EngineStatus.Relation(
        id(),
        state,
        metrics.rowsRead(),
        metrics.badRecords(),
        metrics.valueErrors(),
        metrics.lateRows(),
        metrics.watermark(),
        restarts,
        reason == null ? lastError : reason.getMessage());
  }
}
