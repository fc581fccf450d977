package io.millrace.executor.subscription;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.task.Edge;
import java.util.ArrayList;
import java.util.List;

/** Brings one worker's changes to a subscription, a whole epoch at a time. */
final class SubscriptionEdge implements Edge {
  private final Subscription subscription;
  private final List<ChangeBatch> batches = new ArrayList<>();

  SubscriptionEdge(Subscription subscription) {
    this.subscription = subscription;
  }

  @Override
  public long readerId() {
    return subscription.id();
  }

  @Override
  public void emit(ChangeBatch batch) {
    if (subscription.reserve(batch.rowCount())) {
      batches.add(batch.retain());
    }
  }

  @Override
  public void barrier(Barrier barrier) {
    subscription.add(barrier.epoch(), batches);
    batches.clear();
  }

  @Override
  public boolean hasRoom() {
    return true;
  }

  @Override
  public void bindProducer(Runnable wakeUp) {
    // There always is room: a subscriber that is too slow is cut off.
  }

  @Override
  public void close() {
    batches.forEach(ChangeBatch::release);
    batches.clear();
  }
}
