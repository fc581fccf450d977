package io.millrace.executor.exchange;

import io.millrace.executor.element.StreamElement;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A channel between tasks of two workers: a ring that one thread fills and one empties, without
 * locks. Either side, before it goes to rest, says that it waits and then looks once more, so that
 * no wake-up is lost.
 */
public final class RemoteChannel extends Channel {
  private static final int CAPACITY = 8;
  private static final int RING = 32;
  private static final int MASK = RING - 1;

  private final AtomicReferenceArray<StreamElement> ring = new AtomicReferenceArray<>(RING);

  /** What a step emitted beyond the ring; the producer's. */
  private final ArrayDeque<StreamElement> overflow = new ArrayDeque<>();

  private volatile long head;
  private volatile long tail;
  private volatile boolean producerWaits;
  private volatile boolean consumerWaits;
  private volatile Runnable producer;
  private volatile Runnable consumer;

  @Override
  public void offer(StreamElement element) {
    if (!overflow.isEmpty() || !put(element)) {
      overflow.add(element);
    }
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField") // only the producer writes the tail
  private boolean put(StreamElement element) {
    long at = tail;
    if (at - head >= RING) {
      return false;
    }
    ring.setPlain((int) at & MASK, element);
    tail = at + 1;
    if (consumerWaits) {
      consumerWaits = false;
      consumer.run();
    }
    return true;
  }

  @Override
  public boolean hasRoom() {
    if (isOpen()) {
      return true;
    }
    producerWaits = true;
    if (isOpen()) {
      producerWaits = false;
      return true;
    }
    return false;
  }

  private boolean isOpen() {
    while (!overflow.isEmpty()) {
      if (!put(overflow.peek())) {
        return false;
      }
      overflow.remove();
    }
    return tail - head < CAPACITY;
  }

  @Override
  public StreamElement poll() {
    StreamElement element = take();
    if (element == null) {
      consumerWaits = true;
      element = take();
      if (element != null) {
        consumerWaits = false;
      }
    }
    return element;
  }

  private StreamElement take() {
    long at = head;
    if (at == tail) {
      return null;
    }
    int index = (int) at & MASK;
    StreamElement element = ring.getPlain(index);
    ring.setPlain(index, null);
    head = at + 1;
    if (producerWaits && tail - head <= CAPACITY / 2) {
      producerWaits = false;
      producer.run();
    }
    return element;
  }

  @Override
  public void bindProducer(Runnable wakeUp) {
    producer = wakeUp;
  }

  @Override
  public void bindConsumer(Runnable wakeUp) {
    consumer = wakeUp;
  }
}
