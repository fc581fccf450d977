package io.millrace.planner.translate;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import io.millrace.planner.physical.StreamCalc;
import io.millrace.planner.physical.StreamExchange;
import io.millrace.planner.physical.StreamGroupAggregate;
import io.millrace.planner.physical.StreamJoin;
import io.millrace.planner.physical.StreamLateFilter;
import io.millrace.planner.physical.StreamMaterialize;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamRank;
import io.millrace.planner.physical.StreamScan;
import io.millrace.planner.physical.StreamSessionWindow;
import io.millrace.planner.physical.StreamSink;
import io.millrace.planner.physical.StreamUnionAll;
import io.millrace.planner.physical.StreamValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the neutral plan of a physical one, by the translator registered for each node. Equal parts
 * are one: what a query says twice is computed once.
 */
public final class ExecPlanBuilder {
  private final Map<Class<? extends StreamNode>, NodeTranslator<?>> translators = new HashMap<>();
  private final ExpressionGenerator expressions;
  private final List<StreamNode> sources = new ArrayList<>();
  private final Map<StreamNode, Integer> known = new HashMap<>();

  public ExecPlanBuilder(ExpressionGenerator expressions) {
    this.expressions = expressions;
    register(StreamScan.class, new ScanTranslator());
    register(StreamValues.class, new ValuesTranslator());
    register(StreamCalc.class, new CalcTranslator());
    register(StreamExchange.class, new ExchangeTranslator());
    register(StreamGroupAggregate.class, new GroupAggregateTranslator());
    register(StreamLateFilter.class, new LateFilterTranslator());
    register(StreamJoin.class, new JoinTranslator());
    register(StreamRank.class, new RankTranslator());
    register(StreamSessionWindow.class, new SessionWindowTranslator());
    register(StreamUnionAll.class, new UnionAllTranslator());
    register(StreamMaterialize.class, new MaterializeTranslator());
    register(StreamSink.class, new SinkTranslator());
  }

  private <N extends StreamNode> void register(Class<N> kind, NodeTranslator<N> translator) {
    translators.put(kind, translator);
  }

  /**
   * @param root a {@link StreamMaterialize} or {@link StreamSink}
   */
  public ExecPlan build(StreamNode root) {
    sources.clear();
    known.clear();
    List<ExecNode> nodes = new ArrayList<>();
    add(root, nodes);
    return new ExecPlan(ExecPlan.VERSION, nodes);
  }

  private int add(StreamNode node, List<ExecNode> nodes) {
    Integer equal = known.get(node);
    if (equal != null) {
      return equal;
    }
    List<Integer> inputs = new ArrayList<>();
    for (StreamNode input : node.inputs()) {
      inputs.add(add(input, nodes));
    }
    nodes.add(translate(translators.get(node.getClass()), node, nodes.size(), inputs));
    sources.add(node);
    known.put(node, nodes.size() - 1);
    return nodes.size() - 1;
  }

  /** What a node of the plan that was built last comes from, by its number. */
  public StreamNode source(int id) {
    return sources.get(id);
  }

  @SuppressWarnings("unchecked") // register() put the translator under the class that it takes
  private <N extends StreamNode> ExecNode translate(
      NodeTranslator<N> translator, StreamNode node, int id, List<Integer> inputs) {
    return translator.translate((N) node, id, inputs, expressions);
  }
}
