package io.millrace.executor.checkpoint;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that a restart needs to know of a checkpoint.
 *
 * @param version {@link #VERSION} of the Millrace that wrote it
 * @param checkpointId rises from checkpoint to checkpoint
 * @param epoch the last epoch whose effects it holds
 * @param createdAtMillis wall clock
 * @param workers how many workers wrote state
 * @param keyGroups how many key groups the state is divided into
 * @param stateFormat name and version of the state backend's files, such as {@code rocksdb/1}
 * @param tableLogPosition where replay of the table log begins
 * @param files the state of the workers
 * @param relations what runs, by relation id: only those established at the epoch
 * @param restoredFrom null for what was computed; else the checkpoint that this one repeats since
 *     the database went back to a savepoint: what sinks committed after that one is taken back
 */
public record CheckpointManifest(
    int version,
    long checkpointId,
    long epoch,
    long createdAtMillis,
    int workers,
    int keyGroups,
    String stateFormat,
    long tableLogPosition,
    List<StateFile> files,
    Map<Long, RelationState> relations,
    Long restoredFrom) {
  /** The version that this code writes. */
  public static final int VERSION = 1;

  /** Of what was computed. */
  public CheckpointManifest(
      int version,
      long checkpointId,
      long epoch,
      long createdAtMillis,
      int workers,
      int keyGroups,
      String stateFormat,
      long tableLogPosition,
      List<StateFile> files,
      Map<Long, RelationState> relations) {
    this(
        version,
        checkpointId,
        epoch,
        createdAtMillis,
        workers,
        keyGroups,
        stateFormat,
        tableLogPosition,
        files,
        relations,
        null);
  }

  public CheckpointManifest {
    files = List.copyOf(files);
    relations = Collections.unmodifiableMap(new LinkedHashMap<>(relations));
  }

  /**
   * A file of a worker's state.
   *
   * @param worker from 0
   * @param localName its name in the worker's own directory
   * @param storedName its name among the shared files
   * @param size bytes
   * @param checksum CRC32C of its content
   * @param immutable whether the backend never changes it, so that it may be linked instead of
   *     copied
   */
  public record StateFile(
      int worker,
      String localName,
      String storedName,
      long size,
      long checksum,
      boolean immutable) {}

  /**
   * Where a source or sink stood.
   *
   * @param splits by split id, in order of discovery; of a source, else empty
   * @param committables of a sink: to be committed again after a restart; else empty
   */
  public record RelationState(Map<String, SplitState> splits, List<String> committables) {
    public RelationState {
      splits = Collections.unmodifiableMap(new LinkedHashMap<>(splits));
      committables = List.copyOf(committables);
    }

    /** Of a relation that is neither source nor sink. */
    public static RelationState empty() {
      return new RelationState(Map.of(), List.of());
    }
  }

  /**
   * How far a split was read.
   *
   * @param position as its reader gave it; null when reading had not begun
   * @param finished whether it was read to its end
   * @param watermark the greatest of the rows up to there, in ms; null for none
   */
  public record SplitState(String position, boolean finished, Long watermark) {
    /** Without a watermark. */
    public SplitState(String position, boolean finished) {
      this(position, finished, null);
    }
  }

  /** The checkpoint up to which sinks have committed what belongs to this state. */
  public long outputCheckpoint() {
    return restoredFrom == null ? checkpointId : restoredFrom;
  }

  /** The same with other relations. */
  CheckpointManifest withRelations(Map<Long, RelationState> others) {
    return new CheckpointManifest(
        version,
        checkpointId,
        epoch,
        createdAtMillis,
        workers,
        keyGroups,
        stateFormat,
        tableLogPosition,
        files,
        others,
        restoredFrom);
  }

  /**
   * The same state as a later checkpoint, for a database that goes back to it.
   *
   * @param laterId above that of every checkpoint that was there
   * @param laterEpoch from which epochs are counted on
   * @param logPosition behind all writes that are given up
   */
  public CheckpointManifest repeated(long laterId, long laterEpoch, long logPosition) {
    return new CheckpointManifest(
        version,
        laterId,
        laterEpoch,
        createdAtMillis,
        workers,
        keyGroups,
        stateFormat,
        logPosition,
        files,
        relations,
        outputCheckpoint());
  }

  /** The bytes of all state files. */
  public long totalBytes() {
    return files.stream().mapToLong(StateFile::size).sum();
  }
}
