package io.millrace.executor.simulation;

import io.millrace.core.plan.RelationSpec;
import java.util.List;
import java.util.function.Function;

/**
 * A relation, and the model of it: its content as a batch computes it.
 *
 * @param content of the contents of {@code spec.upstream()}, in that order; null of a source or
 *     table, whose content is known otherwise
 */
record ModelledRelation(RelationSpec spec, Function<List<Bag>, Bag> content) {
  long id() {
    return spec.id();
  }

  boolean isSource() {
    return spec instanceof RelationSpec.Source;
  }

  boolean isTable() {
    return spec instanceof RelationSpec.Table;
  }

  boolean isSink() {
    return spec instanceof RelationSpec.Sink;
  }
}
