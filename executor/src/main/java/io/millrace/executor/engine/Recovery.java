package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.checkpoint.CheckpointManifest;
import io.millrace.executor.checkpoint.CheckpointManifest.RelationState;
import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.checkpoint.SavepointStatus;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.Split;
import io.millrace.executor.coordinator.InitialState;
import io.millrace.executor.coordinator.PreparedRelation;
import io.millrace.executor.coordinator.RelationPreparer;
import io.millrace.executor.coordinator.SinkRecovery;
import io.millrace.executor.log.PositionLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out what an engine begins with: the catalog, and the newest checkpoint that is intact. */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final CheckpointManifest manifest;
  private final long newestId;

  /**
   * @param manifest null for none
   * @param newestId of the newest checkpoint that was ever complete; 0 for none
   */
  private Recovery(CheckpointManifest manifest, long newestId) {
    this.manifest = manifest;
    this.newestId = newestId;
  }

  /** Looks for a checkpoint, and refuses one that this engine cannot go on from. */
  static Recovery find(EngineConfig config, CheckpointStore store, String stateFormat) {
    Optional<CheckpointManifest> newest = store.newestIntact();
    store.problems().forEach(LOG::warn);
    warnOfDamagedSavepoints(store);
    if (newest.isEmpty() && !store.isEmpty()) {
      throw new MillraceException(
          ErrorCode.CORRUPTED_CHECKPOINT,
          "There are checkpoints in "
              + config.dataDirectory()
              + ", but none is intact: "
              + String.join(" ", store.problems())
              + (store.savepoints().isEmpty()
                  ? " Restore the whole data directory from a backup."
                  : " Restore the whole data directory from a backup, or go back to a savepoint."));
    }
    newest.ifPresent(manifest -> check(config, manifest, stateFormat));
    if (newest.isPresent() && !store.problems().isEmpty()) {
      LOG.warn("Checkpoint {} is intact and serves instead.", newest.get().checkpointId());
    }
    return new Recovery(newest.orElse(null), store.newestId());
  }

  private static void warnOfDamagedSavepoints(CheckpointStore store) {
    for (SavepointStatus status : store.savepoints()) {
      if (status.savepoint() == null) {
        LOG.warn(
            "The savepoint '{}' is damaged, so no state files are removed, since it may need them,"
                + " until it is dropped or restored from a backup: {}",
            status.name(),
            status.problem());
      }
    }
  }

  /** Refuses a checkpoint that this engine cannot go on from. */
  static void check(EngineConfig config, CheckpointManifest manifest, String stateFormat) {
    String where = "The data in " + config.dataDirectory();
    if (manifest.keyGroups() != config.keyGroups()) {
      throw new MillraceException(
          ErrorCode.INCOMPATIBLE_STATE,
          where
              + " has "
              + manifest.keyGroups()
              + " key groups, not "
              + config.keyGroups()
              + ", and they cannot be changed.");
    }
    if (!manifest.stateFormat().equals(stateFormat)) {
      throw new MillraceException(
          ErrorCode.INCOMPATIBLE_STATE,
          where
              + " was written by the state backend "
              + manifest.stateFormat()
              + ", not "
              + stateFormat
              + ". Start with the former.");
    }
  }

  /** The checkpoint, or empty for none. */
  Optional<CheckpointManifest> manifest() {
    return Optional.ofNullable(manifest);
  }

  long logPosition() {
    return manifest == null ? 0 : manifest.tableLogPosition();
  }

  long epoch() {
    return manifest == null ? 0 : manifest.epoch();
  }

  /**
   * Opens all relations of the catalog, which are in the order of their creation.
   *
   * @param positions from where sources go on instead of being rewound; null if they are
   */
  InitialState initialState(
      List<RelationSpec> catalog, RelationPreparer preparer, PositionLog positions) {
    Map<Long, PreparedRelation> prepared = new LinkedHashMap<>();
    for (RelationSpec spec : catalog) {
      List<Sink.Committable> committables =
          saved(spec.id()).committables().stream().map(Sink.Committable::new).toList();
      prepared.put(
          spec.id(),
          preparer.prepareAgain(
              spec, new SinkRecovery(committables, outputCheckpoint(spec), newestId)));
    }
    Map<Long, Boolean> runs = new LinkedHashMap<>();
    prepared
        .values()
        .forEach(relation -> runs.put(relation.spec().id(), runs(relation, prepared, runs)));
    List<InitialState.Relation> relations = new ArrayList<>();
    for (PreparedRelation relation : prepared.values()) {
      boolean begins = runs.get(relation.spec().id());
      relations.add(
          relation.spec() instanceof RelationSpec.Source && isRead(relation, catalog, runs)
              ? runningSource(relation, positions)
              : new InitialState.Relation(relation, begins, null, List.of()));
    }
    return new InitialState(epoch(), relations);
  }

  /** By sink that takes back what it has committed, the checkpoint after which it does. */
  Map<Long, Long> outputTakenBack(List<RelationSpec.Sink> sinks) {
    Map<Long, Long> takenBack = new LinkedHashMap<>();
    for (RelationSpec.Sink sink : sinks) {
      if (outputCheckpoint(sink) < newestId) {
        takenBack.put(sink.id(), outputCheckpoint(sink));
      }
    }
    return takenBack;
  }

  /**
   * The checkpoint up to which a sink has committed what belongs to its state; 0 for none: if the
   * checkpoint does not hold it, because it had failed, it puts out all rows again.
   */
  private long outputCheckpoint(RelationSpec spec) {
    boolean held = manifest != null && manifest.relations().containsKey(spec.id());
    return held ? manifest.outputCheckpoint() : 0;
  }

  private RelationState saved(long relationId) {
    RelationState state = manifest == null ? null : manifest.relations().get(relationId);
    return state == null ? RelationState.empty() : state;
  }

  /** Whether a relation that is not a source begins at once. */
  private boolean runs(
      PreparedRelation relation, Map<Long, PreparedRelation> all, Map<Long, Boolean> runs) {
    RelationSpec spec = relation.spec();
    if (spec instanceof RelationSpec.Source || relation.error() != null) {
      return false;
    }
    boolean restored =
        manifest == null
            || spec instanceof RelationSpec.Table
            || manifest.relations().containsKey(spec.id());
    return restored
        && spec.upstream().stream()
            .allMatch(id -> runs.get(id) || all.get(id).spec() instanceof RelationSpec.Source);
  }

  private static boolean isRead(
      PreparedRelation source, List<RelationSpec> catalog, Map<Long, Boolean> runs) {
    return catalog.stream()
        .anyMatch(spec -> runs.get(spec.id()) && spec.upstream().contains(source.spec().id()));
  }

  private InitialState.Relation runningSource(PreparedRelation relation, PositionLog positions) {
    Map<String, SplitState> read = new LinkedHashMap<>(saved(relation.spec().id()).splits());
    if (positions != null) {
      read.putAll(positions.positions(relation.spec().id(), epoch()));
    }
    PreparedRelation usable = relation;
    List<Split> splits = List.of();
    if (relation.error() == null) {
      try {
        splits = relation.source().discoverSplits();
      } catch (RuntimeException e) {
        usable =
            new PreparedRelation(
                relation.spec(),
                relation.graph(),
                relation.source(),
                null,
                relation.metrics(),
                RelationPreparer.openingError(relation.spec(), e));
      }
    }
    return new InitialState.Relation(usable, true, read, splits);
  }
}
