package io.millrace.executor.coordinator;

import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.connector.Split;
import java.util.List;
import java.util.Map;

/**
 * What an engine begins with.
 *
 * @param epoch the last epoch that is complete
 * @param relations in the order of their creation
 */
public record InitialState(long epoch, List<Relation> relations) {
  public InitialState {
    relations = List.copyOf(relations);
  }

  /**
   * One relation.
   *
   * @param runs whether it begins at once with its restored state, or empty if nothing was restored
   *     at all; others are attached later like new ones
   * @param splits how far a running source was read, in order of discovery; else null
   * @param discovered the splits that a running source has now; else empty
   */
  public record Relation(
      PreparedRelation prepared,
      boolean runs,
      Map<String, SplitState> splits,
      List<Split> discovered) {}
}
