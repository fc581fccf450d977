package io.millrace.executor.translate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Translates plans by the translators that it has, one a kind of node. Immutable. */
public final class PlanTranslator {
  private final Map<Class<? extends ExecNode>, NodeTranslator<?>> translators = new HashMap<>();

  public PlanTranslator(List<NodeTranslator<?>> translators) {
    translators.forEach(translator -> this.translators.put(translator.nodeType(), translator));
  }

  public RelationGraph translate(ExecPlan plan, TranslationContext context) {
    if (plan.version() != ExecPlan.VERSION) {
      throw new MillraceException(
          ErrorCode.INCOMPATIBLE_STATE,
          "The plan of "
              + context.relationName()
              + " has version "
              + plan.version()
              + "; this Millrace runs version "
              + ExecPlan.VERSION
              + ". Create it again.");
    }
    GraphBuilder graph = new GraphBuilder(context.relationName());
    plan.nodes().forEach(node -> translate(node, context, graph));
    return graph.build(context.relationId(), plan.root().id());
  }

  private void translate(ExecNode node, TranslationContext context, GraphBuilder graph) {
    NodeTranslator<?> translator = translators.get(node.getClass());
    if (translator == null) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED,
          "This engine has no operator for " + node.getClass().getSimpleName() + ".");
    }
    apply(translator, node, context, graph);
  }

  private static <N extends ExecNode> void apply(
      NodeTranslator<N> translator, ExecNode node, TranslationContext context, GraphBuilder graph) {
    translator.translate(translator.nodeType().cast(node), context, graph);
  }
}
