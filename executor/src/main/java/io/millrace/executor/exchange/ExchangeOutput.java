package io.millrace.executor.exchange;

import io.millrace.core.type.DataType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.element.Rows;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.KeyGroups;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * One worker's side of an exchange: hashes the rows' keys and sends each row to the worker that
 * owns its key group. Where all rows go to one worker nothing is hashed or copied.
 */
public final class ExchangeOutput implements TaskOutput {
  private final Channel[] channels;
  private final List<Integer> keys;
  private final KeyBatch keyBatch;
  private final int keyGroups;
  private final int[] workerOfGroup;
  private final int[][] rows;
  private final int[] counts;
  private final BufferAllocator allocator;

  /**
   * @param from the sending worker
   * @param keys the columns to hash; empty: all rows go to worker 0
   */
  public ExchangeOutput(
      ExchangeChannels exchange,
      int from,
      List<Integer> keys,
      List<DataType> keyTypes,
      int keyGroups,
      BufferAllocator allocator) {
    int workers = exchange.workers();
    this.channels = new Channel[workers];
    for (int to = 0; to < workers; to++) {
      channels[to] = exchange.channel(from, to);
    }
    this.keys = List.copyOf(keys);
    this.keyGroups = keyGroups;
    this.allocator = allocator;
    this.keyBatch = keys.isEmpty() || workers == 1 ? null : new KeyBatch(keyTypes);
    this.workerOfGroup = new int[keyGroups];
    for (int group = 0; group < keyGroups; group++) {
      workerOfGroup[group] = KeyGroups.worker(group, keyGroups, workers);
    }
    this.rows = new int[workers][0];
    this.counts = new int[workers];
  }

  @Override
  public void bindProducer(Runnable wakeUp) {
    for (Channel channel : channels) {
      channel.bindProducer(wakeUp);
    }
  }

  @Override
  public boolean hasRoom() {
    boolean room = true;
    for (Channel channel : channels) {
      room &= channel.hasRoom();
    }
    return room;
  }

  @Override
  public void emit(ChangeBatch batch) {
    if (keyBatch == null) {
      channels[0].offer(new Rows(batch));
      return;
    }
    try {
      route(batch);
      for (int to = 0; to < channels.length; to++) {
        send(batch, to);
      }
    } finally {
      batch.release();
    }
  }

  private void route(ChangeBatch batch) {
    keyBatch.load(batch, keys);
    int size = batch.rowCount();
    for (int to = 0; to < channels.length; to++) {
      counts[to] = 0;
      if (rows[to].length < size) {
        rows[to] = new int[size];
      }
    }
    for (int row = 0; row < size; row++) {
      int to = workerOfGroup[KeyGroups.of(keyBatch.hash(row), keyGroups)];
      rows[to][counts[to]++] = row;
    }
  }

  private void send(ChangeBatch batch, int to) {
    int count = counts[to];
    if (count == 0) {
      return;
    }
    if (count == batch.rowCount()) {
      channels[to].offer(new Rows(batch.retain()));
      return;
    }
    FieldVector[] columns = new FieldVector[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = VectorGather.gather(batch.column(i), rows[to], count, allocator);
    }
    BigIntVector weights = VectorGather.gatherWeights(batch.weights(), rows[to], count, allocator);
    channels[to].offer(new Rows(ChangeBatch.of(batch.rowType(), columns, weights, count)));
  }

  @Override
  public void barrier(Barrier barrier) {
    for (Channel channel : channels) {
      channel.offer(barrier);
    }
  }
}
