package io.millrace.executor.checkpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A checkpoint that is kept under a name until it is dropped.
 *
 * @param version {@link #VERSION} of the Millrace that wrote it
 * @param relations the names of the relations that were there, in the order of their creation
 * @param definitions of all relations, as whoever took it writes them
 * @param manifest of the checkpoint that it was taken with
 */
public record Savepoint(
    int version,
    String name,
    List<String> relations,
    String definitions,
    CheckpointManifest manifest) {
  /** The version that this code writes. */
  public static final int VERSION = 1;

  public Savepoint {
    relations = List.copyOf(relations);
  }

  /**
   * The same without the state of some relations: whoever goes back to it begins them anew.
   *
   * @param relationIds may name relations that it does not have
   */
  Savepoint without(List<Long> relationIds) {
    Map<Long, CheckpointManifest.RelationState> left = new LinkedHashMap<>(manifest.relations());
    left.keySet().removeAll(relationIds);
    return new Savepoint(version, name, relations, definitions, manifest.withRelations(left));
  }
}
