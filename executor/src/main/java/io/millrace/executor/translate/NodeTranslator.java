package io.millrace.executor.translate;

import io.millrace.core.plan.ExecNode;

/** Translates one kind of plan node. Immutable. */
public interface NodeTranslator<N extends ExecNode> {
  Class<N> nodeType();

  /** Adds the node's part to the graph; its inputs are there already. */
  void translate(N node, TranslationContext context, GraphBuilder graph);
}
