package io.millrace.executor.exchange;

import io.millrace.executor.element.StreamElement;
import java.util.ArrayDeque;

/** A channel between two tasks of one worker. */
public final class LocalChannel extends Channel {
  /** Few, so that a batch is still in the processor's cache when it is consumed. */
  private static final int CAPACITY = 4;

  private final ArrayDeque<StreamElement> queue = new ArrayDeque<>();
  private Runnable producer;
  private Runnable consumer;
  private boolean producerWaits;

  @Override
  public void offer(StreamElement element) {
    queue.add(element);
    if (consumer != null) {
      consumer.run();
    }
  }

  @Override
  public boolean hasRoom() {
    producerWaits = queue.size() >= CAPACITY;
    return !producerWaits;
  }

  @Override
  public StreamElement poll() {
    StreamElement element = queue.poll();
    if (producerWaits && queue.size() < CAPACITY && producer != null) {
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
