package io.millrace.executor.task;

import io.millrace.executor.data.ChangeBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that were read and wait, in their order, until it is durable how far was read. While some
 * are being recorded more may come, which then are recorded together. Belongs to the worker's
 * thread.
 *
 * @param <S> what stands for a split
 */
final class HeldRows<S> {
  private static final int MOST = 32;

  /**
   * A batch.
   *
   * @param position behind it
   */
  record Batch<S>(S split, String position, ChangeBatch rows) {}

  private final ArrayDeque<Batch<S>> recorded = new ArrayDeque<>();
  private List<Batch<S>> recording = new ArrayList<>();
  private List<Batch<S>> waiting = new ArrayList<>();

  /** Rises when batches are given up, so that what is said of those does not count for others. */
  private int generation;

  boolean isEmpty() {
    return recorded.isEmpty() && recording.isEmpty() && waiting.isEmpty();
  }

  boolean isFull() {
    return recorded.size() + recording.size() + waiting.size() >= MOST;
  }

  void add(S split, String position, ChangeBatch rows) {
    waiting.add(new Batch<>(split, position, rows));
  }

  /** Begins to record what waits; returns that, or nothing while something else is recorded. */
  List<Batch<S>> beginRecording() {
    if (!recording.isEmpty()) {
      return List.of();
    }
    List<Batch<S>> next = waiting;
    waiting = recording;
    recording = next;
    return next;
  }

  int generation() {
    return generation;
  }

  /** What is being recorded is durable. */
  void endRecording() {
    recorded.addAll(recording);
    recording.clear();
  }

  /** The next batch that may go on, which the caller then owns, or null. */
  Batch<S> poll() {
    return recorded.poll();
  }

  /** Gives all up. */
  void release() {
    generation++;
    for (List<Batch<S>> batches : List.of(List.copyOf(recorded), recording, waiting)) {
      batches.forEach(batch -> batch.rows().release());
    }
    recorded.clear();
    recording.clear();
    waiting.clear();
  }
}
