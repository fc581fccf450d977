package io.millrace.executor.translate;

import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.metrics.RelationMetrics;
import java.util.List;

/**
 * What translators know of the relation besides its plan.
 *
 * @param sinkWriters of a sink, one a worker; else empty
 */
public record TranslationContext(
    long relationId, String relationName, List<SinkWriter> sinkWriters, RelationMetrics metrics) {
  public TranslationContext {
    sinkWriters = List.copyOf(sinkWriters);
  }
}
