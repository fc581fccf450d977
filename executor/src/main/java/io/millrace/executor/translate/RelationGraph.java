package io.millrace.executor.translate;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.operator.OperatorFactory;
import java.util.List;

/**
 * What every worker runs of one relation. Immutable.
 *
 * @param relationId whose graph it is
 * @param name the relation's, for messages
 * @param fragments parts without an exchange inside; each becomes one task a worker
 */
public record RelationGraph(long relationId, String name, List<Fragment> fragments) {
  public RelationGraph {
    fragments = List.copyOf(fragments);
  }

  /**
   * Operators that call each other directly.
   *
   * @param inputs where its rows come from
   * @param operators each after those that it gets rows from
   * @param outputs where its rows go
   */
  public record Fragment(
      List<Input> inputs, List<OperatorNode> operators, List<OutputNode> outputs) {
    public Fragment {
      inputs = List.copyOf(inputs);
      operators = List.copyOf(operators);
      outputs = List.copyOf(outputs);
    }
  }

  /**
   * An operator of a fragment.
   *
   * @param nodeId in the plan; names its state
   * @param name for messages
   * @param targets where its output goes, inside the fragment
   */
  public record OperatorNode(
      int nodeId, String name, OperatorFactory factory, List<Target> targets) {
    public OperatorNode {
      targets = List.copyOf(targets);
    }
  }

  /** Where rows go inside a fragment. */
  public sealed interface Target {
    /** An operator of the fragment, by index, and the number of its input. */
    record ToOperator(int operator, int input) implements Target {}

    /** An output of the fragment, by index. */
    record ToOutput(int output) implements Target {}
  }

  /** Where rows of a fragment come from. */
  public sealed interface Input {
    List<Target> targets();

    /** Whether no row that came through it is ever taken back. */
    boolean insertsOnly();

    /**
     * The output of a relation on the same worker.
     *
     * @param relationId a source, table or view; the graph's own relation: what comes into it from
     *     outside
     * @param columns which of the relation's columns
     * @param rowType of those columns
     */
    record Scan(
        long relationId,
        List<Integer> columns,
        RowType rowType,
        boolean insertsOnly,
        List<Target> targets)
        implements Input {
      public Scan {
        columns = List.copyOf(columns);
        targets = List.copyOf(targets);
      }
    }

    /** What all workers send into an exchange of this graph. */
    record FromExchange(int exchange, boolean insertsOnly, List<Target> targets) implements Input {
      public FromExchange {
        targets = List.copyOf(targets);
      }
    }

    /** No rows, only barriers: for operators that have no input. */
    record BarriersOnly() implements Input {
      @Override
      public List<Target> targets() {
        return List.of();
      }

      @Override
      public boolean insertsOnly() {
        return true;
      }
    }
  }

  /** Where rows of a fragment go. */
  public sealed interface OutputNode {
    /**
     * An exchange of this graph.
     *
     * @param keys columns that are hashed; empty: all rows go to worker 0
     */
    record ToExchange(int exchange, List<Integer> keys, List<DataType> keyTypes)
        implements OutputNode {
      public ToExchange {
        keys = List.copyOf(keys);
        keyTypes = List.copyOf(keyTypes);
      }
    }

    /**
     * The output of a relation: whoever reads it. The fragment's last operator keeps its content.
     *
     * @param relationId the graph's own relation, or the one that shows its late rows
     */
    record ToReaders(long relationId) implements OutputNode {}
  }

  /** The numbers of all exchanges. */
  public List<Integer> exchanges() {
    return fragments.stream()
        .flatMap(fragment -> fragment.outputs().stream())
        .filter(OutputNode.ToExchange.class::isInstance)
        .map(output -> ((OutputNode.ToExchange) output).exchange())
        .toList();
  }
}
