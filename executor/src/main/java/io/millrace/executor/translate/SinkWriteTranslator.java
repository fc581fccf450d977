package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.executor.operator.sink.SinkOperator;

final class SinkWriteTranslator implements NodeTranslator<ExecNode.SinkWrite> {
  @Override
  public Class<ExecNode.SinkWrite> nodeType() {
    return ExecNode.SinkWrite.class;
  }

  @Override
  public void translate(ExecNode.SinkWrite node, TranslationContext context, GraphBuilder graph) {
    graph.operator(
        node,
        "sink",
        shard ->
            new SinkOperator(context.sinkWriters().get(shard.worker()), context.metrics()::rows));
  }
}
