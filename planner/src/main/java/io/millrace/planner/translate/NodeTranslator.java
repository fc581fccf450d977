package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.planner.physical.StreamNode;
import java.util.List;

/** Makes the exec node of one kind of physical node. */
interface NodeTranslator<N extends StreamNode> {
  /**
   * @param id the exec node's number
   * @param inputs the numbers of its inputs
   */
  ExecNode translate(N node, int id, List<Integer> inputs, ExpressionGenerator expressions);
}
