package io.millrace.executor.coordinator;

import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.Source;
import io.millrace.executor.metrics.RelationMetrics;
import io.millrace.executor.task.RowTimes;
import io.millrace.executor.translate.RelationGraph;

/**
 * A relation whose plan is translated and whose connector is open.
 *
 * @param graph without fragments for a source
 * @param source of a source, else null; also null if it could not be opened
 * @param sink of a sink, else null
 * @param error why it cannot run, after a restart; else null
 * @param rowTimes of a source with watermarks, else null
 */
public record PreparedRelation(
    RelationSpec spec,
    RelationGraph graph,
    Source source,
    Sink sink,
    RelationMetrics metrics,
    MillraceException error,
    RowTimes rowTimes) {
  /** Of a relation without watermarks of its own. */
  public PreparedRelation(
      RelationSpec spec,
      RelationGraph graph,
      Source source,
      Sink sink,
      RelationMetrics metrics,
      MillraceException error) {
    this(spec, graph, source, sink, metrics, error, null);
  }
}
