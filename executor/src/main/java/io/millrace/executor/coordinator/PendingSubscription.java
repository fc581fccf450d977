package io.millrace.executor.coordinator;

import io.millrace.executor.read.RelationRows;
import io.millrace.executor.subscription.Subscription;
import io.millrace.executor.worker.ReadTicket;
import io.millrace.executor.worker.SubscribeCommand;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A subscription that waits for a barrier, or for its epoch to be complete.
 *
 * @param snapshot asks for the content before the first change, or null
 */
record PendingSubscription(
    long relationId,
    Subscription subscription,
    ReadTicket snapshot,
    CompletableFuture<Subscription> answer) {

  SubscribeCommand command(int workers) {
    return new SubscribeCommand(relationId, subscription.edges(workers), snapshot);
  }

  void complete(long epoch) {
    List<RelationRows> shards =
        snapshot == null ? List.of() : snapshot.shards().stream().filter(Objects::nonNull).toList();
    subscription.begin(epoch, shards);
    if (!answer.complete(subscription)) {
      subscription.close();
    }
  }
}
