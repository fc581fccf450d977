package io.millrace.executor.coordinator;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.status.EngineStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All relations by id, in the order of their creation. Belongs to the coordinator's thread. */
final class Relations {
  private final Map<Long, RelationEntry> entries = new LinkedHashMap<>();
  private final int workers;
  private final Restarts restarts;

  Relations(int workers, Restarts restarts) {
    this.workers = workers;
    this.restarts = restarts;
  }

  void add(RelationEntry entry) {
    entries.put(entry.id(), entry);
  }

  void remove(long id) {
    entries.remove(id);
    restarts.forget(id);
  }

  Collection<RelationEntry> all() {
    return entries.values();
  }

  /** The relation, or null. */
  RelationEntry find(long id) {
    return entries.get(id);
  }

  RelationEntry require(long id) {
    RelationEntry entry = entries.get(id);
    if (entry == null) {
      throw new MillraceException(
          ErrorCode.UNKNOWN_RELATION, "There is no relation with the number " + id + ".");
    }
    return entry;
  }

  List<RelationEntry> upstream(RelationEntry entry) {
    return entry.spec().upstream().stream().map(this::require).toList();
  }

  /** The relations that read this one directly. */
  List<RelationEntry> dependents(long id) {
    return entries.values().stream().filter(entry -> entry.spec().upstream().contains(id)).toList();
  }

  /** The relation and everything that reads it, directly or not. */
  List<RelationEntry> withDownstream(RelationEntry entry) {
    List<RelationEntry> closure = new ArrayList<>(List.of(entry));
    for (int i = 0; i < closure.size(); i++) {
      for (RelationEntry dependent : dependents(closure.get(i).id())) {
        if (!closure.contains(dependent)) {
          closure.add(dependent);
        }
      }
    }
    return closure;
  }

  /** Whether everything that will ever come has come. */
  boolean isFinished(RelationEntry entry) {
    if (entry.isSource()) {
      return entry.isBoundedSource() && entry.ended.size() == workers;
    }
    List<RelationEntry> upstream = upstream(entry);
    return entry.isEstablished()
        && entry.spec() instanceof io.millrace.core.plan.RelationSpec.Table == false
        && upstream.stream().allMatch(this::isFinished);
  }

  /**
   * @param suspension why no rows come in, or null
   */
  EngineStatus.Relation status(RelationEntry entry, MillraceException suspension) {
    EngineStatus.State state;
    int tried = restarts.total(entry.id());
    if (entry.isFailed()) {
      state = isRestarting(entry) ? EngineStatus.State.RESTARTING : EngineStatus.State.FAILED;
    } else if (isFinished(entry)) {
      state = EngineStatus.State.FINISHED;
    } else if (suspension != null && entry.takesRowsIn()) {
      return entry.status(EngineStatus.State.SUSPENDED, suspension, tried);
    } else {
      state =
          switch (entry.phase()) {
            case IDLE -> EngineStatus.State.IDLE;
            case BACKFILLING -> EngineStatus.State.BACKFILLING;
            case ESTABLISHED, DETACHING -> EngineStatus.State.RUNNING;
          };
    }
    return entry.status(state, entry.error(), tried);
  }

  /** Whether a failed relation, and all the failed ones that it reads, are going to be tried. */
  private boolean isRestarting(RelationEntry entry) {
    if (!entry.hasInheritedError()) {
      return entry.wantsRebuild() || restarts.isScheduled(entry.id());
    }
    return upstream(entry).stream().allMatch(each -> !each.isFailed() || isRestarting(each));
  }
}
