package io.millrace.executor.coordinator;

import io.millrace.executor.worker.WorkerCheckpoint;
import io.millrace.executor.worker.WorkerListener;
import java.util.function.Consumer;

/** Brings what workers report onto the coordinator's thread. */
public final class WorkerReports implements WorkerListener {
  private volatile Coordinator coordinator;

  /** The coordinator, which is made after the workers. */
  public void bind(Coordinator target) {
    coordinator = target;
  }

  private void post(Consumer<Coordinator> message) {
    Coordinator target = coordinator;
    target.post(() -> message.accept(target));
  }

  @Override
  public void epochPassed(int worker, long epoch) {
    post(target -> target.epochPassed(worker, epoch));
  }

  @Override
  public void frozen(int worker, WorkerCheckpoint part) {
    post(target -> target.frozen(worker, part));
  }

  @Override
  public void memoryShort(int worker) {
    post(Coordinator::memoryShort);
  }

  @Override
  public void dataArrived(int worker) {
    post(Coordinator::dataArrived);
  }

  @Override
  public void epochFull(int worker) {
    post(Coordinator::epochFull);
  }

  @Override
  public void sourceEnded(int worker, long relationId) {
    post(target -> target.sourceEnded(worker, relationId));
  }

  @Override
  public void backfilled(int worker, long relationId) {
    post(target -> target.backfilled(worker, relationId));
  }

  @Override
  public void relationFailed(
      int worker, long relationId, String taskName, Throwable cause, boolean whole) {
    post(target -> target.relationFailed(relationId, taskName, cause, whole));
  }

  @Override
  public void workerFailed(int worker, Throwable cause) {
    post(target -> target.workerFailed("Worker " + worker, cause));
  }
}
