package io.millrace.executor.simulation;

import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.checkpoint.CheckpointManifest;
import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.checkpoint.SavepointStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Looks at what is on the disk: checkpoints, and what sinks have committed. */
final class Inspection {
  private final Simulation simulation;
  private final SimulatedFileSystem files;
  private final Path checkpoints;

  /** The newest checkpoint that somebody was told of. */
  private long newest;

  Inspection(Simulation simulation) {
    this.simulation = simulation;
    this.files = SimulatedFileSystem.observer(simulation.disk());
    this.checkpoints = simulation.config().dataDirectory().resolve("checkpoints");
  }

  // ---- witnesses

  ModelledRelation table() {
    return simulation.catalog().values().stream()
        .filter(ModelledRelation::isTable)
        .findFirst()
        .orElse(null);
  }

  /** The view that shows what was read of a source, or null. */
  ModelledRelation witnessView(ModelledRelation source) {
    return simulation.catalog().values().stream()
        .filter(relation -> isWitnessView(relation) && reads(relation, source))
        .findFirst()
        .orElse(null);
  }

  boolean isWitnessView(ModelledRelation relation) {
    return relation.spec() instanceof RelationSpec.View view
        && view.rowType().size() == SimulatedSource.ROW_TYPE.size()
        && view.plan().nodes().size() == 3;
  }

  /** The first sink that shows what was read of a source or table, or null. */
  ModelledRelation witnessSink(ModelledRelation base) {
    return simulation.catalog().values().stream()
        .filter(relation -> relation.isSink() && reads(relation, base))
        .findFirst()
        .orElse(null);
  }

  private static boolean reads(ModelledRelation relation, ModelledRelation upstream) {
    return relation.spec().upstream().contains(upstream.id());
  }

  boolean isBase(ModelledRelation relation) {
    return relation.isSource()
        || relation.isTable()
        || isWitnessView(relation)
        || simulation.catalog().values().stream().anyMatch(base -> relation == witnessSink(base));
  }

  // ---- moments at which it is known what must be there

  /**
   * An engine has been opened: it goes on from the newest checkpoint, which sinks have committed.
   */
  void opened() {
    check(Set.of());
    if (simulation.savepoints() != null) {
      simulation.savepoints().opened(checkSavepoints());
    }
  }

  /** A savepoint and what only it needed is gone, if no file failed. */
  void savepointDropped(boolean faulty) {
    if (!faulty) {
      checkFiles();
    }
  }

  /** All savepoints are whole; returns their names. */
  private Set<String> checkSavepoints() {
    CheckpointStore store =
        new CheckpointStore(files, checkpoints, "inspection", Integer.MAX_VALUE);
    Set<String> names = new TreeSet<>();
    for (SavepointStatus status : store.savepoints()) {
      if (status.savepoint() == null) {
        throw new AssertionError("A savepoint is damaged: " + status.problem());
      }
      store
          .damage(status.savepoint().manifest())
          .ifPresent(
              damage -> {
                throw new AssertionError("Savepoint " + status.name() + " is damaged: " + damage);
              });
      names.add(status.name());
    }
    return names;
  }

  /** A checkpoint is complete, if no file failed with everything that belongs to it. */
  void checkpointed(long id, Set<Long> written, boolean faulty) {
    newest = id;
    if (!faulty) {
      check(written);
      checkFiles();
    }
  }

  /** The engine was closed in order, with a last checkpoint if there was anything new. */
  void closed(boolean faulty) {
    if (!faulty) {
      // A write that no worker has seen yet may be left to the log, for the next start.
      check(Set.of());
    }
  }

  private void check(Set<Long> written) {
    CheckpointStore store =
        new CheckpointStore(files, checkpoints, "inspection", Integer.MAX_VALUE);
    Optional<CheckpointManifest> manifest = store.newestIntact();
    if (!store.problems().isEmpty()) {
      throw new AssertionError("Checkpoints are damaged: " + store.problems());
    }
    long id = manifest.map(CheckpointManifest::checkpointId).orElse(0L);
    if (id < newest) {
      throw new AssertionError("Checkpoint " + newest + " is gone; the newest is " + id);
    }
    if (manifest.isPresent()) {
      checkSinks(manifest.get(), written);
    }
  }

  private void checkSinks(CheckpointManifest manifest, Set<Long> written) {
    Contents contents = new Contents(simulation.catalog());
    for (ModelledRelation base : simulation.catalog().values()) {
      if (base.isSource() || base.isTable()) {
        ModelledRelation witness = witnessSink(base);
        if (witness == null || !manifest.relations().containsKey(witness.id())) {
          return;
        }
        Bag committed = committed(witness);
        if (base.isTable()) {
          simulation.table().check(committed, written);
        } else {
          checkPrefix(manifest, base, committed);
        }
        contents.put(base.id(), committed);
      }
    }
    for (ModelledRelation relation : simulation.catalog().values()) {
      if (relation.isSink()) {
        Bag committed = committed(relation);
        if (manifest.relations().containsKey(relation.id())) {
          contents.check(
              relation, committed, "Committed with checkpoint " + manifest.checkpointId());
        } else if (!committed.isEmpty()) {
          throw new AssertionError(
              "Sink " + relation.id() + " is in no checkpoint and has committed " + committed);
        }
      }
    }
  }

  /** A sink has committed exactly what is before the positions of the checkpoint. */
  private static void checkPrefix(
      CheckpointManifest manifest, ModelledRelation source, Bag committed) {
    Map<Long, Long> prefix = Contents.prefix((RelationSpec.Source) source.spec(), committed);
    Map<Long, Long> positions = new TreeMap<>();
    Map<String, SplitState> splits = manifest.relations().get(source.id()).splits();
    splits.forEach(
        (split, state) -> {
          if (state.position() != null && !state.position().equals("0")) {
            positions.put(Long.valueOf(split), Long.valueOf(state.position()));
          }
        });
    if (!prefix.equals(positions)) {
      throw new AssertionError(
          "Checkpoint "
              + manifest.checkpointId()
              + " is at "
              + positions
              + " of '"
              + source.spec().name()
              + "', and sinks have "
              + prefix);
    }
  }

  private Bag committed(ModelledRelation sink) {
    try {
      return SimulatedSink.committed(files, Simulation.SINKS, (RelationSpec.Sink) sink.spec());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Exactly the files that retained checkpoints and savepoints name are there. */
  private void checkFiles() {
    CheckpointStore store =
        new CheckpointStore(files, checkpoints, "inspection", Integer.MAX_VALUE);
    Set<String> named = new TreeSet<>();
    Map<String, Boolean> manifests = new HashMap<>();
    for (CheckpointManifest manifest : store.manifests()) {
      manifest.files().forEach(file -> named.add(file.storedName()));
      manifests.put(String.format("chk-%012d.manifest", manifest.checkpointId()), true);
    }
    for (SavepointStatus status : store.savepoints()) {
      status.savepoint().manifest().files().forEach(file -> named.add(file.storedName()));
    }
    Set<String> there = new TreeSet<>();
    files.list(checkpoints.resolve("files")).forEach(file -> there.add(name(file)));
    if (!there.equals(named)) {
      throw new AssertionError(
          "Manifests and savepoints name the files " + named + ", and there are " + there);
    }
    for (Path file : files.list(checkpoints)) {
      if (!name(file).equals("files")
          && !name(file).equals("savepoints")
          && !manifests.containsKey(name(file))) {
        throw new AssertionError("Nobody needs " + file);
      }
    }
    if (manifests.size() > simulation.config().retainedCheckpoints()) {
      throw new AssertionError("Too many checkpoints are kept: " + manifests.keySet());
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
