package io.millrace.executor.operator;

import io.millrace.executor.data.ChangeBatch;

/**
 * One shard of an operator: maps changes of its inputs to changes of its output.
 *
 * <p>One thread at a time calls it, in this order: {@link #process} for the batches of an epoch, of
 * all inputs in any interleaving; then, when all inputs have come to the epoch's end, {@link
 * #finishEpoch} until it returns true; then its state tables may be frozen for a checkpoint; then
 * the next epoch. After a restart the state tables hold what they held at the last checkpoint's
 * epoch, and the batches of later epochs come again. No method blocks.
 */
public interface Operator extends AutoCloseable {
  /**
   * Takes in a batch.
   *
   * @param input the number of the input, from 0
   * @param batch borrowed: the caller releases it afterwards; {@code retain} what is kept or passed
   *     on
   */
  void process(int input, ChangeBatch batch, Output output);

  /**
   * Goes on with what {@link #process} has left for later because it is much: emits at most about
   * one batch. The caller, when there is room behind the operator, calls it until it returns false,
   * before it takes in more and before {@link #finishEpoch}. Operators before this one may call
   * {@code process} all the same.
   *
   * @return whether there was something to do
   */
  default boolean proceed(Output output) {
    return false;
  }

  /**
   * Learns, before {@link #finishEpoch}, that from the next epoch on rows with an earlier time are
   * late. It never goes back while the task lives; after a restart it may begin lower than it was.
   *
   * @param watermark ms since 1970-01-01 UTC, {@link Long#MIN_VALUE} while nothing is known, {@link
   *     Long#MAX_VALUE} when no row comes any more
   */
  default void advance(long watermark) {}

  /**
   * Emits what is left of the epoch, at most about one batch a call, so that the caller can wait
   * for room behind it.
   *
   * @return whether everything of the epoch is emitted
   */
  default boolean finishEpoch(long epoch, Output output) {
    return true;
  }

  /** Frees memory; state tables belong to the backend. */
  @Override
  default void close() {}
}
