package io.millrace.core.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * The physical plan of one materialized view or sink: plain, versioned data.
 *
 * @param version {@link #VERSION} of the Millrace that made it
 * @param nodes each after its inputs; the last one is a Materialize or SinkWrite. Another
 *     Materialize keeps the late rows of a view
 */
public record ExecPlan(int version, List<ExecNode> nodes) {
  /** The version that this code writes. */
  public static final int VERSION = 1;

  public ExecPlan {
    nodes = List.copyOf(nodes);
    for (int i = 0; i < nodes.size(); i++) {
      int number = i;
      if (nodes.get(i).id() != i || nodes.get(i).inputs().stream().anyMatch(in -> in >= number)) {
        throw new IllegalArgumentException("Node " + i + " is out of order in " + nodes);
      }
    }
  }

  /** The last node. */
  @JsonIgnore
  public ExecNode root() {
    return nodes.get(nodes.size() - 1);
  }
}
