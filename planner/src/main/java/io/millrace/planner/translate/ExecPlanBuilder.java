package io.millrace.planner.translate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.plan.Fragments;
import io.millrace.planner.physical.StreamCalc;
import io.millrace.planner.physical.StreamExchange;
import io.millrace.planner.physical.StreamGroupAggregate;
import io.millrace.planner.physical.StreamJoin;
import io.millrace.planner.physical.StreamLateFilter;
import io.millrace.planner.physical.StreamLateRows;
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
import java.util.function.Predicate;

/**
 * Makes the neutral plan of a physical one, by the translator registered for each node. Equal parts
 * are one: what a query says twice is computed once. But where one part is read both directly and
 * by way of an exchange of the same fragment, as in {@code SELECT k, v FROM t UNION ALL SELECT k,
 * SUM(v) FROM t GROUP BY k}, the fragment would wait for itself; then only what exchanges read is
 * shared, which is a fragment's end.
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
    register(StreamLateRows.class, new LateRowsTranslator());
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
    List<ExecNode> nodes = nodes(List.of(root), reader -> true);
    if (Fragments.of(nodes).haveCycle()) {
      nodes = nodes(List.of(root), StreamExchange.class::isInstance);
    }
    return new ExecPlan(ExecPlan.VERSION, nodes);
  }

  /**
   * Both read the same rows, once.
   *
   * @param lateRows a {@link StreamMaterialize} of the rows that come too late for the root
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} if they cannot read the same rows
   */
  public ExecPlan build(StreamNode root, StreamNode lateRows) {
    List<ExecNode> nodes = nodes(List.of(lateRows, root), reader -> true);
    if (Fragments.of(nodes).haveCycle()) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED,
          "not supported with late-rows: the query reads the same rows both in windows and beside"
              + " them");
    }
    return new ExecPlan(ExecPlan.VERSION, nodes);
  }

  /**
   * @param shares whether a reader shares its inputs with other readers of equal ones
   */
  private List<ExecNode> nodes(List<StreamNode> roots, Predicate<StreamNode> shares) {
    sources.clear();
    known.clear();
    List<ExecNode> nodes = new ArrayList<>();
    roots.forEach(root -> add(root, shares, nodes));
    return nodes;
  }

  private int add(StreamNode node, Predicate<StreamNode> shares, List<ExecNode> nodes) {
    List<Integer> inputs = new ArrayList<>();
    for (StreamNode input : node.inputs()) {
      Integer number = shares.test(node) ? known.get(input) : null;
      if (number == null) {
        number = add(input, shares, nodes);
        if (shares.test(node)) {
          known.put(input, number);
        }
      }
      inputs.add(number);
    }
    nodes.add(translate(translators.get(node.getClass()), node, nodes.size(), inputs));
    sources.add(node);
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
