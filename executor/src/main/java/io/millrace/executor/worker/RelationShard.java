package io.millrace.executor.worker;

import io.millrace.core.config.Options;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.Connectors;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.task.OperatorTask;
import io.millrace.executor.task.RelationOutput;
import io.millrace.executor.task.ScanPort;
import io.millrace.executor.task.SourceTask;
import io.millrace.executor.task.SplitWatermarks;
import io.millrace.executor.task.TableLogTask;
import io.millrace.executor.task.Task;
import io.millrace.executor.task.TaskFactory;
import io.millrace.executor.translate.RelationGraph;
import java.util.ArrayList;
import java.util.List;

/** One worker's tasks of one relation. Belongs to the worker's thread. */
final class RelationShard {
  private final Deployment deployment;
  private final List<Task> tasks = new ArrayList<>();
  private final List<OperatorTask> operatorTasks = new ArrayList<>();
  private SourceTask source;
  private TableLogTask tableLog;

  /** The task whose output readers of the relation see, and that output; a sink has none. */
  private Task outputTask;

  private RelationOutput output;

  /** The task that keeps the view's late rows, which another relation shows, or null. */
  private Task lateTask;

  private RelationOutput lateOutput;
  private boolean established;
  private int openBackfills;

  /**
   * @param recording whether a source records how far it is read before rows go on
   */
  RelationShard(Deployment deployment, TaskFactory factory, boolean recording) {
    this.deployment = deployment;
    RelationSpec spec = deployment.spec();
    if (spec instanceof RelationSpec.Source declared) {
      source =
          new SourceTask(
              factory.host(),
              spec.id(),
              spec.name(),
              deployment.source(),
              spec.rowType().size(),
              deployment.metrics(),
              new SplitWatermarks(
                  deployment.rowTimes(),
                  factory.clock(),
                  Options.of(declared.options()).get(Connectors.IDLE_TIMEOUT)),
              recording);
      add(source, source.output());
    } else if (spec instanceof RelationSpec.Table) {
      tableLog =
          new TableLogTask(
              factory.host(),
              spec.id(),
              spec.name(),
              spec.rowType(),
              factory.worker() == 0 ? deployment.feed() : null,
              factory.allocator(),
              deployment.metrics());
      tasks.add(tableLog);
    }
    for (RelationGraph.Fragment fragment : deployment.graph().fragments()) {
      TaskFactory.Made made =
          factory.create(
              deployment.graph(), fragment, deployment.exchanges(), deployment.metrics());
      operatorTasks.add(made.task());
      if (made.readers() == null || made.readRelation() == spec.id()) {
        add(made.task(), made.readers());
      } else {
        tasks.add(made.task());
        lateTask = made.task();
        lateOutput = made.readers();
      }
    }
    bindOwnScans();
  }

  /** Shows what a view's shard keeps of its late rows; has no tasks itself. */
  void showLateRowsOf(RelationShard view) {
    outputTask = view.lateTask;
    output = view.lateOutput;
  }

  private void add(Task task, RelationOutput readers) {
    tasks.add(task);
    if (readers != null) {
      outputTask = task;
      output = readers;
    }
  }

  /** A table's graph scans the table itself: that is what comes out of the table log. */
  private void bindOwnScans() {
    for (ScanPort port : allScanPorts()) {
      if (port.relationId() == relationId()) {
        tableLog.output().attach(port.edge());
      }
    }
  }

  private List<ScanPort> allScanPorts() {
    List<ScanPort> ports = new ArrayList<>();
    operatorTasks.forEach(task -> ports.addAll(task.scanPorts()));
    return ports;
  }

  long relationId() {
    return deployment.relationId();
  }

  /** The epoch after which it was deployed. */
  long since() {
    return deployment.since();
  }

  String name() {
    return deployment.spec().name();
  }

  /** The scans of other relations. */
  List<ScanPort> scanPorts() {
    return allScanPorts().stream().filter(port -> port.relationId() != relationId()).toList();
  }

  int taskCount() {
    return tasks.size();
  }

  SourceTask source() {
    return source;
  }

  /** Null but for a table. */
  TableLogTask tableLog() {
    return tableLog;
  }

  Task outputTask() {
    return outputTask;
  }

  /** The task that keeps the relation's content; only of tables and views. */
  OperatorTask contentTask() {
    return (OperatorTask) outputTask;
  }

  RelationOutput output() {
    return output;
  }

  boolean isEstablished() {
    return established;
  }

  void establish() {
    established = true;
  }

  /** Hands in a barrier wherever barriers come from the worker. */
  void inject(Barrier barrier, long logPosition) {
    if (source != null) {
      source.inject(barrier);
    }
    if (tableLog != null) {
      tableLog.inject(barrier, logPosition);
    }
    for (OperatorTask task : operatorTasks) {
      if (task.takesBarriers()) {
        task.inject(barrier);
      }
    }
  }

  /** One of the tasks has passed a barrier on. */
  void passed(Task task, int worker, Barrier barrier) {
    if (task == outputTask) {
      deployment.metrics().watermark(worker, barrier.watermark());
    }
  }

  /** Has a source read nothing for a time, or go on. */
  void suspend(boolean yes) {
    if (source != null) {
      source.suspend(yes);
    }
  }

  boolean isFailed() {
    return tasks.stream().anyMatch(Task::isFailed);
  }

  void discard() {
    tasks.forEach(Task::discard);
  }

  void readersChanged() {
    if (outputTask instanceof OperatorTask task) {
      task.setChangelogWanted(output.hasReaders());
    }
  }

  void beginBackfills(int count) {
    openBackfills = count;
  }

  /** Whether that was the last one. */
  boolean backfillDone() {
    openBackfills--;
    return openBackfills == 0;
  }

  void close() {
    tasks.forEach(Task::close);
  }
}
