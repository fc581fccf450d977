package io.millrace.executor.task;

import io.millrace.executor.connector.EagerSink;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.element.Rows;
import io.millrace.executor.element.StreamElement;
import io.millrace.executor.exchange.LocalChannel;
import io.millrace.executor.exchange.TaskOutput;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.ReadableOperator;
import io.millrace.executor.operator.sink.SinkOperator;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import java.util.ArrayList;
import java.util.List;

/**
 * Operators that call each other directly, behind input ports whose barriers are aligned: a port
 * that delivered the barrier is not polled until all have, unless it need not wait. Then the
 * operators finish the epoch, one after the other, and the barrier is passed on.
 */
public final class OperatorTask extends Task {
  /** An operator of the chain with its place in the plan and its output. */
  record ChainedOperator(int nodeId, Operator operator, Output output) {}

  /**
   * @param waits whether what comes behind the barrier waits until all inputs have delivered it
   */
  private record Input(InputPort port, Output target, boolean waits) {}

  private final List<Input> inputs = new ArrayList<>();
  private final List<ChainedOperator> operators = new ArrayList<>();
  private final List<TaskOutput> outputs;
  private final LocalChannel barriersOnly = new LocalChannel();
  private boolean takesBarriers;
  private boolean[] aligned = new boolean[0];
  private int alignedCount;
  private int nextInput;

  /** The barrier that the operators are finishing, or null. */
  private Barrier finishing;

  /** The least of the barriers that came for this epoch. */
  private long least = Barrier.END;

  private long watermark = Barrier.NO_WATERMARK;
  private int nextToFinish;
  private boolean preparing;

  OperatorTask(TaskHost host, long relationId, String name, List<TaskOutput> outputs) {
    super(host, relationId, name);
    this.outputs = List.copyOf(outputs);
    this.outputs.forEach(output -> output.bindProducer(() -> host.wake(this)));
  }

  void addInput(InputPort port, Output target) {
    addInput(port, target, true);
  }

  /**
   * @param waits whether the input is aligned; if not, rows behind the barrier are taken in as if
   *     they were before it, and are in the state that is frozen at the barrier
   */
  void addInput(InputPort port, Output target, boolean waits) {
    inputs.add(new Input(port, target, waits));
    aligned = new boolean[inputs.size()];
  }

  /** Adds an input that gets barriers from the worker, and no rows. */
  void addBarriers() {
    takesBarriers = true;
    barriersOnly.bindConsumer(this::schedule);
    addInput(new ChannelPort(barriersOnly), ChangeBatch::release);
  }

  /** Operators are added in the order in which they finish an epoch. */
  void addOperator(ChainedOperator operator) {
    operators.add(operator);
  }

  /** Whether the worker has to hand barriers to it. */
  public boolean takesBarriers() {
    return takesBarriers;
  }

  /** Hands it a barrier, if it takes them from the worker. */
  public void inject(Barrier barrier) {
    barriersOnly.offer(barrier.withWatermark(Barrier.END));
  }

  /** The ports that read relations. */
  public List<ScanPort> scanPorts() {
    List<ScanPort> ports = new ArrayList<>();
    for (Input input : inputs) {
      if (input.port() instanceof ScanPort port) {
        ports.add(port);
      }
    }
    return ports;
  }

  /** This shard's answer to a reader, if the last operator keeps the relation's content. */
  public RelationRows read(ReadRequest request) {
    return root().read(request);
  }

  /** Whether anybody listens to the last operator, which keeps the relation's content. */
  public void setChangelogWanted(boolean wanted) {
    if (!isFailed()) {
      root().setChangelogWanted(wanted);
    }
  }

  /**
   * Has a new reader begin with the content that the last operator has now.
   *
   * @param whenDone run when all of it was read or given up
   */
  public void backfill(ScanPort port, Runnable whenDone) {
    port.begin(new ContentBackfill(root().scanContent(), port.columns(), port.rowType()), whenDone);
  }

  private ReadableOperator root() {
    return (ReadableOperator) lastOperator();
  }

  private Operator lastOperator() {
    return operators.get(operators.size() - 1).operator();
  }

  @Override
  protected boolean hasRoom() {
    boolean room = !preparing;
    for (TaskOutput output : outputs) {
      room &= output.hasRoom();
    }
    return room;
  }

  @Override
  protected boolean step() {
    if (!isFailed() && proceed()) {
      return true;
    }
    if (finishing != null) {
      finishStep();
      return true;
    }
    for (int i = 0; i < inputs.size(); i++) {
      int number = nextInput;
      nextInput = nextInput + 1 == inputs.size() ? 0 : nextInput + 1;
      if (!aligned[number] || !inputs.get(number).waits()) {
        StreamElement element = inputs.get(number).port().poll();
        if (element != null) {
          take(number, element);
          return true;
        }
      }
    }
    return false;
  }

  /** Goes on with what operators have left for later, the last ones first. */
  private boolean proceed() {
    for (int i = operators.size() - 1; i >= 0; i--) {
      ChainedOperator next = operators.get(i);
      if (next.operator().proceed(next.output())) {
        return true;
      }
    }
    return false;
  }

  private void take(int number, StreamElement element) {
    if (element instanceof Barrier barrier) {
      aligned[number] = true;
      alignedCount++;
      least = Math.min(least, barrier.watermark());
      if (alignedCount == inputs.size()) {
        java.util.Arrays.fill(aligned, false);
        alignedCount = 0;
        nextToFinish = 0;
        finishing = barrier.withWatermark(merged());
      }
    } else {
      ChangeBatch batch = ((Rows) element).batch();
      if (isFailed()) {
        batch.release();
      } else {
        inputs.get(number).target().emit(batch);
      }
    }
  }

  /** The least watermark of all inputs, which never goes back and idle inputs do not hold back. */
  private long merged() {
    long merged = least;
    least = Barrier.END;
    if (merged != Barrier.IDLE) {
      watermark = Math.max(watermark, merged);
    }
    if (!isFailed()) {
      operators.forEach(operator -> operator.operator().advance(watermark));
    }
    return merged == Barrier.IDLE ? merged : watermark;
  }

  private void finishStep() {
    if (!isFailed() && nextToFinish < operators.size()) {
      ChainedOperator next = operators.get(nextToFinish);
      if (next.operator().finishEpoch(finishing.epoch(), next.output())) {
        nextToFinish++;
      }
      return;
    }
    Barrier barrier = finishing;
    finishing = null;
    outputs.forEach(output -> output.barrier(barrier));
    if (!isFailed()) {
      if (barrier.isCheckpoint()) {
        takePart(barrier.checkpointId());
      } else {
        commitEarly();
      }
    }
    passed(barrier);
  }

  private void takePart(long checkpointId) {
    operators.forEach(operator -> host().freeze(this, operator.nodeId()));
    if (!operators.isEmpty() && lastOperator() instanceof SinkOperator sink) {
      prepare(sink, checkpointId);
    }
  }

  private void commitEarly() {
    if (!operators.isEmpty()
        && lastOperator() instanceof SinkOperator sink
        && sink.writer() instanceof EagerSink.Writer
        && sink.hasWritten()) {
      prepare(sink, Barrier.NO_CHECKPOINT);
    }
  }

  private void prepare(SinkOperator sink, long checkpointId) {
    preparing = host().prepare(this, sink.writer(), checkpointId);
    if (preparing) {
      sink.beginPreparing();
    }
  }

  /** The writer is prepared, or failed to be. */
  public void prepared() {
    preparing = false;
    schedule();
  }

  @Override
  protected void discarding() {
    scanPorts().forEach(ScanPort::giveUp);
  }

  @Override
  protected void release() {
    inputs.forEach(input -> input.port().close());
    operators.forEach(operator -> operator.operator().close());
    for (TaskOutput output : outputs) {
      if (output instanceof RelationOutput readers) {
        readers.close();
      }
    }
  }
}
