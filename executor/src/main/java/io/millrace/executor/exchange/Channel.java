package io.millrace.executor.exchange;

import io.millrace.executor.element.StreamElement;

/**
 * A bounded queue from one task to another. One thread produces and one consumes.
 *
 * <p>The bound is soft, so that a step of a task that was begun can always be ended: the producer
 * asks {@link #hasRoom} before a step, and what a step emits beyond the bound is kept.
 */
public abstract sealed class Channel permits LocalChannel, RemoteChannel {
  /** Adds an element; a reference to its batch goes with it. The producer's thread calls it. */
  public abstract void offer(StreamElement element);

  /**
   * Whether the producer may run a step. If not, its wake-up runs once there is room. The
   * producer's thread calls it.
   */
  public abstract boolean hasRoom();

  /**
   * Takes the next element. If there is none, the consumer's wake-up runs once there is one. The
   * consumer's thread calls it.
   *
   * @return null when there is none
   */
  public abstract StreamElement poll();

  /** Names what is run when there is room again; on the producer's thread. */
  public abstract void bindProducer(Runnable wakeUp);

  /** Names what is run when there is an element again; on the consumer's thread. */
  public abstract void bindConsumer(Runnable wakeUp);
}
