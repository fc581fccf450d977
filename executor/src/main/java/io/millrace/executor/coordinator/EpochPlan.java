package io.millrace.executor.coordinator;

import io.millrace.executor.element.Barrier;
import io.millrace.executor.worker.EpochCommand;
import io.millrace.executor.worker.ReadTicket;
import io.millrace.executor.worker.SubscribeCommand;
import io.millrace.executor.worker.UnsubscribeCommand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What is to happen at the next barrier, and then is under way with it. */
final class EpochPlan {
  final List<RelationEntry> establish = new ArrayList<>();
  final List<RelationEntry> attach = new ArrayList<>();
  final List<RelationEntry> detach = new ArrayList<>();
  final List<PendingSubscription> subscribe = new ArrayList<>();
  final List<UnsubscribeCommand> unsubscribe = new ArrayList<>();
  final List<PendingRead> reads = new ArrayList<>();
  final List<CompletableFuture<Void>> awaiters = new ArrayList<>();

  /** Workers whose tasks have all passed the barrier. */
  private final Set<Integer> passed = new HashSet<>();

  /** Whether nobody waits for the barrier. */
  boolean isEmpty() {
    return establish.isEmpty()
        && attach.isEmpty()
        && detach.isEmpty()
        && subscribe.isEmpty()
        && unsubscribe.isEmpty()
        && reads.isEmpty()
        && awaiters.isEmpty();
  }

  boolean changesRelations() {
    return !establish.isEmpty() || !attach.isEmpty() || !detach.isEmpty();
  }

  /** Whether relations leave that are attached again afterwards. */
  boolean rebuilds() {
    return detach.stream().anyMatch(RelationEntry::wantsRebuild);
  }

  EpochCommand command(Barrier barrier, int workers) {
    List<ReadTicket> tickets = new ArrayList<>();
    reads.forEach(read -> tickets.addAll(read.tickets(workers)));
    List<SubscribeCommand> subscriptions = new ArrayList<>();
    subscribe.forEach(pending -> subscriptions.add(pending.command(workers)));
    return new EpochCommand(
        barrier, ids(establish), ids(attach), ids(detach), subscriptions, unsubscribe, tickets);
  }

  private static List<Long> ids(List<RelationEntry> entries) {
    return entries.stream().map(RelationEntry::id).toList();
  }

  /** Whether that was the last worker. */
  boolean passed(int worker, int workers) {
    passed.add(worker);
    return passed.size() == workers;
  }
}
