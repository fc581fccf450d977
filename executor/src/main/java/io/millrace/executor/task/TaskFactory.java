package io.millrace.executor.task;

import io.millrace.core.time.Clock;
import io.millrace.executor.connector.DeliveryGuarantee;
import io.millrace.executor.exchange.Channel;
import io.millrace.executor.exchange.ExchangeChannels;
import io.millrace.executor.exchange.ExchangeOutput;
import io.millrace.executor.exchange.TaskOutput;
import io.millrace.executor.operator.ErrorReport;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.Output;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.translate.RelationGraph;
import io.millrace.executor.translate.RelationGraph.Fragment;
import io.millrace.executor.translate.RelationGraph.Input;
import io.millrace.executor.translate.RelationGraph.OperatorNode;
import io.millrace.executor.translate.RelationGraph.OutputNode;
import io.millrace.executor.translate.RelationGraph.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Makes one worker's tasks from the fragments of graphs.
 *
 * @param worker the worker's number
 * @param guarantee says whether inputs are aligned that could do without
 * @param allocator for batches
 * @param state the worker's
 */
public record TaskFactory(
    TaskHost host,
    int worker,
    int workers,
    int keyGroups,
    DeliveryGuarantee guarantee,
    Clock clock,
    BufferAllocator allocator,
    StateBackend state) {

  /**
   * A task.
   *
   * @param readers the output for readers, if its last operator keeps a relation's content or is a
   *     table's root; else null
   * @param readRelation which relation that is; else 0
   */
  public record Made(OperatorTask task, RelationOutput readers, long readRelation) {}

  /**
   * Makes the task of a fragment. Operators that cannot be made leave a failed task, which passes
   * barriers like any other.
   *
   * @param exchanges the channels of the graph's exchanges, by number
   * @param errors where values that cannot be computed are counted
   */
  public Made create(
      RelationGraph graph,
      Fragment fragment,
      Map<Integer, ExchangeChannels> exchanges,
      ErrorReport errors) {
    List<TaskOutput> outputs = new ArrayList<>();
    RelationOutput readers = null;
    long readRelation = 0;
    for (OutputNode output : fragment.outputs()) {
      if (output instanceof OutputNode.ToExchange to) {
        outputs.add(
            new ExchangeOutput(
                exchanges.get(to.exchange()),
                worker,
                to.keys(),
                to.keyTypes(),
                keyGroups,
                allocator));
      } else {
        readers = new RelationOutput();
        readRelation = ((OutputNode.ToReaders) output).relationId();
        outputs.add(readers);
      }
    }
    OperatorTask task = new OperatorTask(host, graph.relationId(), name(graph, fragment), outputs);
    List<Output> entries = null;
    try {
      entries = operators(task, graph, fragment, outputs, errors);
    } catch (Throwable e) { // the relation's own fault: others go on
      task.discard();
      host.failed(task, e);
    }
    for (int i = 0; i < fragment.inputs().size(); i++) {
      Output target = entries == null ? batch -> batch.release() : entries.get(i);
      addInputs(task, fragment.inputs().get(i), exchanges, target);
    }
    task.schedule();
    return new Made(task, readers, readRelation);
  }

  private static String name(RelationGraph graph, Fragment fragment) {
    List<OperatorNode> operators = fragment.operators();
    return operators.isEmpty() ? graph.name() : operators.get(operators.size() - 1).name();
  }

  /** Makes the operators, last ones first, and returns the way into each input's targets. */
  private List<Output> operators(
      OperatorTask task,
      RelationGraph graph,
      Fragment fragment,
      List<TaskOutput> outputs,
      ErrorReport errors) {
    int count = fragment.operators().size();
    Operator[] made = new Operator[count];
    Output[] next = new Output[count];
    for (int i = count - 1; i >= 0; i--) {
      OperatorNode node = fragment.operators().get(i);
      next[i] = way(node.targets(), made, next, outputs);
      made[i] =
          node.factory()
              .create(
                  new OperatorContext(
                      node.name(),
                      worker,
                      workers,
                      allocator,
                      state.tables(graph.relationId(), node.nodeId()),
                      errors));
    }
    for (int i = 0; i < count; i++) {
      task.addOperator(
          new OperatorTask.ChainedOperator(fragment.operators().get(i).nodeId(), made[i], next[i]));
    }
    List<Output> entries = new ArrayList<>();
    for (Input input : fragment.inputs()) {
      entries.add(way(input.targets(), made, next, outputs));
    }
    return entries;
  }

  private static Output way(
      List<Target> targets, Operator[] operators, Output[] next, List<TaskOutput> outputs) {
    List<Output> ways = new ArrayList<>();
    for (Target target : targets) {
      if (target instanceof Target.ToOperator to) {
        ways.add(FanOut.into(operators[to.operator()], to.input(), next[to.operator()]));
      } else {
        ways.add(outputs.get(((Target.ToOutput) target).output()));
      }
    }
    return FanOut.of(ways);
  }

  private void addInputs(
      OperatorTask task, Input input, Map<Integer, ExchangeChannels> exchanges, Output target) {
    // A row that is taken back twice is gone too often, so such rows are always counted once.
    boolean waits = guarantee != DeliveryGuarantee.AT_LEAST_ONCE || !input.insertsOnly();
    if (input instanceof Input.Scan scan) {
      task.addInput(
          new ScanPort(task, scan.relationId(), scan.columns(), scan.rowType()), target, waits);
    } else if (input instanceof Input.FromExchange from) {
      for (int sender = 0; sender < workers; sender++) {
        Channel channel = exchanges.get(from.exchange()).channel(sender, worker);
        channel.bindConsumer(() -> host.wake(task));
        task.addInput(new ChannelPort(channel), target, waits);
      }
    } else {
      task.addBarriers();
    }
  }
}
