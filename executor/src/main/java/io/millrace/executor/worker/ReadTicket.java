package io.millrace.executor.worker;

import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import java.util.Arrays;
import java.util.List;

/**
 * A request on its way with a barrier. Each worker puts its shard's answer in before it reports
 * that the epoch has passed.
 */
public final class ReadTicket {
  private final ReadRequest request;
  private final RelationRows[] shards;

  public ReadTicket(ReadRequest request, int workers) {
    this.request = request;
    this.shards = new RelationRows[workers];
  }

  public ReadRequest request() {
    return request;
  }

  void answer(int worker, RelationRows rows) {
    shards[worker] = rows;
  }

  /** The answers of all workers; null for a worker that could not answer. */
  public List<RelationRows> shards() {
    return Arrays.asList(shards);
  }
}
