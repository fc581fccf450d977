package io.millrace.executor.coordinator;

import io.millrace.executor.read.EpochRead;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import io.millrace.executor.read.ShardedRows;
import io.millrace.executor.worker.ReadTicket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A read that waits for a barrier, or for its epoch to be complete. */
final class PendingRead {
  private final List<ReadRequest> requests;
  private final CompletableFuture<EpochRead> answer = new CompletableFuture<>();
  private final List<ReadTicket> tickets = new ArrayList<>();

  PendingRead(List<ReadRequest> requests) {
    this.requests = List.copyOf(requests);
  }

  List<ReadRequest> requests() {
    return requests;
  }

  CompletableFuture<EpochRead> answer() {
    return answer;
  }

  /** What goes along with the barrier. */
  List<ReadTicket> tickets(int workers) {
    requests.forEach(request -> tickets.add(new ReadTicket(request, workers)));
    return tickets;
  }

  /** All shards have answered. */
  void complete(long epoch) {
    List<RelationRows> rows = new ArrayList<>();
    tickets.forEach(ticket -> rows.add(new ShardedRows(ticket.shards())));
    EpochRead read = new EpochRead(epoch, rows);
    if (!answer.complete(read)) {
      read.close(); // the reader has gone
    }
  }

  void fail(RuntimeException cause) {
    for (ReadTicket ticket : tickets) {
      for (RelationRows shard : ticket.shards()) {
        if (shard != null) {
          shard.close();
        }
      }
    }
    answer.completeExceptionally(cause);
  }
}
