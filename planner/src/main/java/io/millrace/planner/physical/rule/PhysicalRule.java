package io.millrace.planner.physical.rule;

import io.millrace.planner.physical.StreamNode;
import org.apache.calcite.rel.RelNode;

/** Makes operators of one kind of relational expression. */
interface PhysicalRule<R extends RelNode> {
  /**
   * @param inputs the operators that the expression's inputs have become
   */
  StreamNode convert(R rel, java.util.List<StreamNode> inputs);
}
