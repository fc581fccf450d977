package io.millrace.executor.coordinator;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.subscription.Subscription;
import io.millrace.executor.task.TableFeed;
import io.millrace.executor.task.TableFeeds;
import io.millrace.executor.worker.Worker;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to relations that fail, and to those that read them.
 *
 * <ul>
 *   <li>A source that fails stops where it is; what reads it holds whole epochs and goes on
 *       answering. It is tried again from there, so nothing has to be computed again.
 *   <li>A view that fails does not know what it is missing. It is tried again from the beginning,
 *       with the views that read it, as if they were created anew; nothing else is touched.
 *   <li>Tables, and sinks, which cannot begin anew without writing their rows again, stay failed
 *       with what led to it.
 * </ul>
 *
 * Belongs to the coordinator's thread.
 */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private final Relations relations;
  private final Restarts restarts;
  private final Collection<Subscription> subscriptions;
  private final TableFeeds tableFeeds;
  private final List<Worker> workers;
  private final Consumer<RelationEntry> remove;

  /**
   * @param subscriptions all that are open, now and later
   * @param remove takes a relation away that is not in the dataflow
   */
  Failures(
      Relations relations,
      Restarts restarts,
      Collection<Subscription> subscriptions,
      TableFeeds tableFeeds,
      List<Worker> workers,
      Consumer<RelationEntry> remove) {
    this.relations = relations;
    this.restarts = restarts;
    this.subscriptions = subscriptions;
    this.tableFeeds = tableFeeds;
    this.workers = workers;
    this.remove = remove;
  }

  /**
   * A relation has failed.
   *
   * @param whole whether it and what reads it hold exactly the content of whole epochs
   */
  void failed(RelationEntry entry, String taskName, Throwable cause, boolean whole) {
    if (entry.isFailed() && !entry.isContentWhole()) {
      return;
    }
    entry.fail(error(entry, cause), whole);
    boolean again = canRestart(entry) && restarts.schedule(entry.id());
    LOG.error(
        "'{}' has stopped at {}{}.",
        entry.name(),
        taskName,
        again ? ", and is going to be tried again" : "",
        cause);
    if (entry.isSource()) {
      // Its other tasks only have to stop.
      tellToDiscard(List.of(entry.id()));
    }
    failDownstream(entry, whole, again);
  }

  /** Whether there is a way to go on from where things are. */
  private boolean canRestart(RelationEntry entry) {
    if (entry.isSource() && entry.isContentWhole()) {
      return true;
    }
    return entry.creation == null
        && relations.withDownstream(entry).stream()
            .allMatch(each -> each.spec() instanceof RelationSpec.View);
  }

  private static MillraceException error(RelationEntry entry, Throwable cause) {
    if (cause instanceof MillraceException millrace) {
      return millrace;
    }
    boolean memory =
        cause instanceof OutOfMemoryError
            || cause instanceof org.apache.arrow.memory.OutOfMemoryException;
    return new MillraceException(
        memory ? ErrorCode.OUT_OF_MEMORY : ErrorCode.INTERNAL_ERROR,
        "'" + entry.name() + "' has failed: " + cause,
        cause);
  }

  /**
   * Has everything stop that reads a failed relation.
   *
   * @param whole whether what came from the relation is exactly the content of whole epochs
   */
  void failDownstream(RelationEntry failed, boolean whole) {
    failDownstream(failed, whole, false);
  }

  /**
   * @param again whether it goes on soon from the same content, so that readers may stay
   */
  private void failDownstream(RelationEntry failed, boolean whole, boolean again) {
    List<RelationEntry> closure = relations.withDownstream(failed);
    for (RelationEntry entry : closure) {
      if (entry != failed) {
        entry.inherit(EpochPlanner.downstreamError(entry, failed), whole);
      }
      if (!whole || !again) {
        subscriptions.stream()
            .filter(subscription -> subscription.relationId() == entry.id())
            .forEach(subscription -> subscription.fail(entry.readError()));
      }
      TableFeed feed = tableFeeds.find(entry.id());
      if (feed != null && !entry.isContentWhole()) {
        feed.refuse(entry.readError());
      }
      if (entry.creation != null) {
        abandon(entry);
      }
    }
    if (!whole) {
      tellToDiscard(closure.stream().map(RelationEntry::id).toList());
    }
  }

  /** Ends the creation of a relation that has failed; nothing of it stays. */
  void abandon(RelationEntry entry) {
    CompletableFuture<Void> creation = entry.creation;
    entry.creation = null;
    entry.removal = new CompletableFuture<>();
    entry.removal.whenComplete((gone, e) -> creation.completeExceptionally(entry.error()));
    if (!entry.isAttached()) {
      remove.accept(entry);
    }
  }

  private void tellToDiscard(List<Long> ids) {
    workers.forEach(worker -> worker.tell(() -> worker.relations().discard(ids)));
  }

  /** Tries relations again whose time has come; returns whether there were any. */
  boolean restartDue() {
    List<Long> due = restarts.takeDue();
    for (long id : due) {
      RelationEntry entry = relations.find(id);
      if (entry != null && entry.isFailed() && entry.removal == null) {
        LOG.info("'{}' is tried again.", entry.name());
        if (entry.isSource()) {
          resume(entry);
        } else {
          relations.withDownstream(entry).forEach(RelationEntry::requestRebuild);
        }
      }
    }
    return !due.isEmpty();
  }

  /** Has a source go on where it stopped. */
  private void resume(RelationEntry source) {
    source.heal();
    source.nextDiscovery = 0;
    if (source.isAttached()) {
      workers.forEach(worker -> worker.tell(() -> worker.relations().resume(source.id())));
    }
    healDownstream();
  }

  /** Heals what had only failed because of what it reads. */
  void healDownstream() {
    for (RelationEntry entry : relations.all()) { // what is read was created before
      if (entry.hasInheritedError()
          && relations.upstream(entry).stream().noneMatch(RelationEntry::isFailed)) {
        entry.heal();
      }
    }
  }
}
