package io.millrace.planner.optimize;

import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;

/**
 * One phase of logical optimization.
 *
 * @param name as EXPLAIN shows it
 * @param reason why the phase is there
 */
public record OptimizerPhase(String name, String reason, UnaryOperator<RelNode> rewrite) {
  public RelNode apply(RelNode rel) {
    return rewrite.apply(rel);
  }
}
