package io.millrace.executor.read;

import java.util.List;

/** The answers to the requests of one read, all as of one epoch. The reader closes it. */
public final class EpochRead implements AutoCloseable {
  private final long epoch;
  private final List<RelationRows> answers;
  private final Runnable onClose;
  private boolean closed;

  public EpochRead(long epoch, List<RelationRows> answers) {
    this(epoch, answers, () -> {});
  }

  /**
   * @param onClose run once, after the answers are closed
   */
  public EpochRead(long epoch, List<RelationRows> answers, Runnable onClose) {
    this.epoch = epoch;
    this.answers = List.copyOf(answers);
    this.onClose = onClose;
  }

  /** The epoch: everything up to its barrier is seen, and nothing after. */
  public long epoch() {
    return epoch;
  }

  /** The answer to the request with this index. */
  public RelationRows rows(int index) {
    return answers.get(index);
  }

  @Override
  public void close() {
    answers.forEach(RelationRows::close);
    if (!closed) {
      closed = true;
      onClose.run();
    }
  }
}
