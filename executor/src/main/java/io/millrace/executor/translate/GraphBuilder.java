package io.millrace.executor.translate;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.Fragments;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.translate.RelationGraph.Fragment;
import io.millrace.executor.translate.RelationGraph.Input;
import io.millrace.executor.translate.RelationGraph.OperatorNode;
import io.millrace.executor.translate.RelationGraph.OutputNode;
import io.millrace.executor.translate.RelationGraph.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects what the translators say about the nodes of one plan, and cuts it into fragments. */
public final class GraphBuilder {
  private sealed interface Piece {
    ExecNode node();
  }

  private record ScanPiece(ExecNode.RelationScan node) implements Piece {}

  private record ExchangePiece(ExecNode.Exchange node, List<DataType> keyTypes) implements Piece {}

  private record OperatorPiece(ExecNode node, String name, OperatorFactory factory)
      implements Piece {}

  private final String relationName;
  private final Map<Integer, Piece> pieces = new LinkedHashMap<>();

  GraphBuilder(String relationName) {
    this.relationName = relationName;
  }

  /** The row type of a node that was translated before. */
  public RowType rowType(int node) {
    return pieces.get(node).node().rowType();
  }

  /** What the output rows of a node that was translated before mean. */
  public ChangelogMode changelog(int node) {
    return pieces.get(node).node().changelog();
  }

  /** The node reads a relation. */
  public void scan(ExecNode.RelationScan node) {
    pieces.put(node.id(), new ScanPiece(node));
  }

  /** The node moves rows between workers. */
  public void exchange(ExecNode.Exchange node, List<DataType> keyTypes) {
    pieces.put(node.id(), new ExchangePiece(node, keyTypes));
  }

  /**
   * The node is an operator.
   *
   * @param kind for messages, such as {@code group-aggregate}
   */
  public void operator(ExecNode node, String kind, OperatorFactory factory) {
    pieces.put(
        node.id(), new OperatorPiece(node, relationName + "/" + node.id() + " " + kind, factory));
  }

  RelationGraph build(long relationId, int rootNode) {
    Map<Integer, FragmentParts> fragments = new TreeMap<>();
    List<ExecNode> nodes = pieces.values().stream().map(Piece::node).toList();
    Fragments group = Fragments.of(nodes);
    if (group.haveCycle()) {
      throw new IllegalArgumentException("A fragment would wait for itself: " + nodes);
    }
    for (Piece piece : pieces.values()) {
      int id = piece.node().id();
      if (piece instanceof ExchangePiece exchange) {
        // The exchange itself is an output of the fragment before it and an input of the one after.
        parts(fragments, group, exchange.node().input()).output(exchange.node().input(), exchange);
        parts(fragments, group, id).inputs.add(id);
      } else {
        FragmentParts parts = parts(fragments, group, id);
        if (piece instanceof ScanPiece) {
          parts.inputs.add(id);
        } else {
          parts.operators.add(id);
        }
      }
    }
    FragmentParts last = parts(fragments, group, rootNode);
    last.root = rootNode;
    last.readRelation = relationId;
    for (ExecNode node : nodes) {
      if (node instanceof ExecNode.Materialize view && view.relationId() != relationId) {
        FragmentParts parts = parts(fragments, group, node.id());
        parts.root = node.id();
        parts.readRelation = view.relationId();
      }
    }
    return new RelationGraph(
        relationId,
        relationName,
        fragments.values().stream().map(parts -> parts.build(pieces)).toList());
  }

  private static FragmentParts parts(
      Map<Integer, FragmentParts> fragments, Fragments group, int node) {
    return fragments.computeIfAbsent(group.of(node), key -> new FragmentParts());
  }

  /** The nodes of one fragment, by number. */
  private static final class FragmentParts {
    final List<Integer> inputs = new ArrayList<>();
    final List<Integer> operators = new ArrayList<>();
    final List<ExchangePiece> exchanges = new ArrayList<>();
    final List<Integer> exchangeProducers = new ArrayList<>();

    /** The node whose rows readers of a relation get, or -1. */
    int root = -1;

    long readRelation;

    void output(int producer, ExchangePiece exchange) {
      exchangeProducers.add(producer);
      exchanges.add(exchange);
    }

    Fragment build(Map<Integer, Piece> pieces) {
      List<Input> builtInputs = new ArrayList<>();
      for (int id : inputs) {
        builtInputs.add(input(pieces.get(id), targets(id, pieces)));
      }
      List<OperatorNode> builtOperators = new ArrayList<>();
      boolean barriersOnly = false;
      for (int id : operators) {
        OperatorPiece piece = (OperatorPiece) pieces.get(id);
        barriersOnly |= piece.node().inputs().isEmpty();
        builtOperators.add(
            new OperatorNode(id, piece.name(), piece.factory(), targets(id, pieces)));
      }
      if (barriersOnly) {
        builtInputs.add(new Input.BarriersOnly());
      }
      List<OutputNode> outputs = new ArrayList<>();
      for (ExchangePiece exchange : exchanges) {
        outputs.add(
            new OutputNode.ToExchange(
                exchange.node().id(), exchange.node().keys(), exchange.keyTypes()));
      }
      if (root >= 0) {
        outputs.add(new OutputNode.ToReaders(readRelation));
      }
      return new Fragment(builtInputs, builtOperators, outputs);
    }

    private List<Target> targets(int producer, Map<Integer, Piece> pieces) {
      List<Target> targets = new ArrayList<>();
      for (int i = 0; i < operators.size(); i++) {
        List<Integer> read = pieces.get(operators.get(i)).node().inputs();
        for (int input = 0; input < read.size(); input++) {
          if (read.get(input) == producer) {
            targets.add(new Target.ToOperator(i, input));
          }
        }
      }
      for (int i = 0; i < exchanges.size(); i++) {
        if (exchangeProducers.get(i) == producer) {
          targets.add(new Target.ToOutput(i));
        }
      }
      if (root == producer) {
        targets.add(new Target.ToOutput(exchanges.size()));
      }
      return targets;
    }

    private static Input input(Piece piece, List<Target> targets) {
      boolean insertsOnly = piece.node().changelog() == ChangelogMode.APPEND;
      if (piece instanceof ScanPiece scan) {
        ExecNode.RelationScan node = scan.node();
        return new Input.Scan(
            node.relationId(), node.columns(), node.rowType(), insertsOnly, targets);
      }
      return new Input.FromExchange(piece.node().id(), insertsOnly, targets);
    }
  }
}
