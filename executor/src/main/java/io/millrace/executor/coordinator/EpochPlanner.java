package io.millrace.executor.coordinator;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.coordinator.RelationEntry.Phase;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.worker.UnsubscribeCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Keeps what waits for a barrier, and decides what can go with the next one. Belongs to the
 * coordinator's thread.
 */
final class EpochPlanner {
  private final Relations relations;
  private final Consumer<RelationEntry> discover;
  private final Consumer<RelationEntry> abandon;
  private boolean rebuilding;
  private final List<PendingRead> reads = new ArrayList<>();
  private final List<PendingSubscription> subscriptions = new ArrayList<>();
  private final List<UnsubscribeCommand> unsubscriptions = new ArrayList<>();
  private final List<CompletableFuture<Void>> awaiters = new ArrayList<>();

  /**
   * @param discover begins to discover the splits of a source
   * @param abandon ends the creation of a relation that cannot be attached
   */
  EpochPlanner(
      Relations relations, Consumer<RelationEntry> discover, Consumer<RelationEntry> abandon) {
    this.relations = relations;
    this.discover = discover;
    this.abandon = abandon;
  }

  void add(PendingRead read) {
    reads.add(read);
  }

  void add(PendingSubscription subscription) {
    subscriptions.add(subscription);
  }

  void add(UnsubscribeCommand unsubscription) {
    unsubscriptions.add(unsubscription);
  }

  void addAwaiter(CompletableFuture<Void> awaiter) {
    awaiters.add(awaiter);
  }

  /**
   * Takes everything that can go with the next barrier.
   *
   * @param mayRebuild whether state that is dropped is gone with the barrier
   */
  EpochPlan next(boolean mayRebuild) {
    rebuilding = mayRebuild;
    EpochPlan plan = new EpochPlan();
    for (RelationEntry entry : List.copyOf(relations.all())) {
      consider(entry, plan);
    }
    for (RelationEntry entry : relations.all()) {
      if (entry.isSource() && entry.isEstablished() && !isWanted(entry, plan)) {
        plan.detach.add(entry);
      }
    }
    takeReads(plan);
    takeSubscriptions(plan);
    unsubscriptions.stream()
        .filter(command -> isAttached(command.relationId()))
        .forEach(plan.unsubscribe::add);
    unsubscriptions.clear();
    takeAwaiters(plan);
    return plan;
  }

  private boolean isAttached(long relationId) {
    RelationEntry entry = relations.find(relationId);
    return entry != null && entry.isEstablished();
  }

  private void consider(RelationEntry entry, EpochPlan plan) {
    if (entry.isSource()) {
      return;
    }
    if (entry.removal != null) {
      if (entry.phase() == Phase.BACKFILLING || entry.phase() == Phase.ESTABLISHED) {
        plan.detach.add(entry);
      }
    } else if (entry.wantsRebuild()) {
      if (entry.phase() == Phase.IDLE) {
        entry.beginAnew();
      } else if (rebuilding && entry.phase() != Phase.DETACHING) {
        plan.detach.add(entry);
      }
    } else if (entry.phase() == Phase.BACKFILLING) {
      if (entry.backfilling.isEmpty() && !entry.isFailed()) {
        plan.establish.add(entry);
      }
    } else if (entry.phase() == Phase.IDLE && !entry.isFailed() && canAttach(entry)) {
      attach(entry, plan);
    }
  }

  private boolean canAttach(RelationEntry entry) {
    boolean ready = true;
    for (RelationEntry upstream : relations.upstream(entry)) {
      if (upstream.isFailed()) {
        entry.inherit(downstreamError(entry, upstream), false);
        if (entry.creation != null) {
          abandon.accept(entry);
        }
        return false;
      }
      if (upstream.isSource()) {
        if (!upstream.discovered) {
          discover.accept(upstream);
          ready = false;
        }
      } else {
        ready &= upstream.isEstablished();
      }
    }
    return ready;
  }

  static MillraceException downstreamError(RelationEntry entry, RelationEntry upstream) {
    return new MillraceException(
        ErrorCode.PIPELINE_FAILED,
        "'"
            + entry.name()
            + "' reads '"
            + upstream.name()
            + "', which has stopped: "
            + upstream.error().getMessage(),
        upstream.error());
  }

  private void attach(RelationEntry entry, EpochPlan plan) {
    for (RelationEntry upstream : relations.upstream(entry)) {
      if (upstream.isSource() && !upstream.isAttached() && !plan.attach.contains(upstream)) {
        plan.attach.add(upstream);
      }
    }
    plan.attach.add(entry);
  }

  private boolean isWanted(RelationEntry source, EpochPlan plan) {
    return relations.dependents(source.id()).stream()
        .anyMatch(
            dependent ->
                !plan.detach.contains(dependent)
                    && (dependent.isAttached() || !dependent.isFailed()));
  }

  private void takeReads(EpochPlan plan) {
    List<PendingRead> waiting = List.copyOf(reads);
    reads.clear();
    for (PendingRead read : waiting) {
      try {
        boolean ready = true;
        for (ReadRequest request : read.requests()) {
          ready &= isReadable(request.relationId(), plan);
        }
        (ready ? plan.reads : reads).add(read);
      } catch (MillraceException e) {
        read.fail(e);
      }
    }
  }

  private void takeSubscriptions(EpochPlan plan) {
    List<PendingSubscription> waiting = List.copyOf(subscriptions);
    subscriptions.clear();
    for (PendingSubscription pending : waiting) {
      try {
        (isReadable(pending.relationId(), plan) ? plan.subscribe : subscriptions).add(pending);
      } catch (MillraceException e) {
        pending.answer().completeExceptionally(e);
      }
    }
  }

  /** Whether the relation can be read at the next barrier; throws if it never can. */
  private boolean isReadable(long id, EpochPlan plan) {
    RelationEntry entry = relations.require(id);
    if (!entry.isReadableKind()) {
      throw new MillraceException(
          ErrorCode.WRONG_RELATION_KIND,
          "'"
              + entry.name()
              + "' is a "
              + (entry.spec() instanceof RelationSpec.Sink ? "sink" : "source")
              + ", which keeps no rows. Read a table or a materialized view.");
    }
    if (entry.isFailed() && (!entry.isContentWhole() || !entry.isAttached())) {
      throw entry.readError();
    }
    if (entry.removal != null || plan.detach.contains(entry)) {
      throw new MillraceException(
          ErrorCode.UNKNOWN_RELATION, "'" + entry.name() + "' is being dropped.");
    }
    return entry.isEstablished();
  }

  private void takeAwaiters(EpochPlan plan) {
    if (awaiters.isEmpty()) {
      return;
    }
    for (RelationEntry entry : relations.all()) {
      if (entry.isFailed()) {
        awaiters.forEach(awaiter -> awaiter.completeExceptionally(entry.error()));
        awaiters.clear();
        return;
      }
      boolean pending =
          entry.isSource()
              ? entry.isAttached() && entry.isBoundedSource() && !relations.isFinished(entry)
              : !entry.isEstablished();
      if (pending) {
        return;
      }
    }
    plan.awaiters.addAll(awaiters);
    awaiters.clear();
  }

  /** The engine stops: nobody gets an answer any more. */
  void failAll(MillraceException cause) {
    reads.forEach(read -> read.fail(cause));
    reads.clear();
    subscriptions.forEach(pending -> pending.answer().completeExceptionally(cause));
    subscriptions.clear();
    awaiters.forEach(awaiter -> awaiter.completeExceptionally(cause));
    awaiters.clear();
  }
}
