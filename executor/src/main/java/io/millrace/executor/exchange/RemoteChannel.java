package io.millrace.executor.exchange;

import io.millrace.executor.element.StreamElement;

/**
 * A channel between tasks of two workers: a list that one thread adds to and one takes from,
 * without locks. Either side, before it goes to rest, says that it waits and then looks once more,
 * so that no wake-up is lost.
 */
@SuppressWarnings("NonAtomicOperationOnVolatileField") // each counter has one writer
public final class RemoteChannel extends Channel {
  private static final int CAPACITY = 8;

  private static final class Node {
    StreamElement element;
    volatile Node next;

    Node(StreamElement element) {
      this.element = element;
    }
  }

  /** The producer's: the newest node. */
  private Node last = new Node(null);

  /** The consumer's: the node that was taken last. */
  private Node first = last;

  private volatile long added;
  private volatile long taken;
  private volatile boolean producerWaits;
  private volatile boolean consumerWaits;
  private volatile Runnable producer;
  private volatile Runnable consumer;

  @Override
  public void offer(StreamElement element) {
    Node node = new Node(element);
    added = added + 1;
    last.next = node;
    last = node;
    if (consumerWaits) {
      consumerWaits = false;
      consumer.run();
    }
  }

  @Override
  public boolean hasRoom() {
    if (added - taken < CAPACITY) {
      return true;
    }
    producerWaits = true;
    if (added - taken < CAPACITY) {
      producerWaits = false;
      return true;
    }
    return false;
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
    Node node = first.next;
    if (node == null) {
      return null;
    }
    first = node;
    StreamElement element = node.element;
    node.element = null;
    taken = taken + 1;
    if (producerWaits && added - taken <= CAPACITY / 2) {
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
