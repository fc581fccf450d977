package io.millrace.executor.connector;

import java.util.List;

/**
 * An opened sink with two-phase commit. For every checkpoint c:
 *
 * <ol>
 *   <li>each worker's writer has written the rows before c's barrier; nothing of them is visible;
 *   <li>{@link SinkWriter#prepare} makes them durable and returns the committables, which are
 *       stored in the checkpoint;
 *   <li>when the checkpoint is durable, {@link #commit} makes them visible. It must be idempotent:
 *       it is called again after a crash.
 * </ol>
 *
 * A checkpoint that fails leaves its committables to the next one that succeeds. After a restart
 * the committables of the restored checkpoint are committed (again), then {@link
 * #discardUncommitted} removes everything else that was written and not committed. If later
 * checkpoints were complete and are damaged, or the database has gone back to a savepoint, {@link
 * #takeBack} undoes what they committed first.
 */
public interface Sink extends AutoCloseable {
  /** Called once for each worker. */
  SinkWriter openWriter(int worker, int workers);

  /** Makes prepared rows visible; called by one thread, in the order of checkpoints. */
  void commit(List<Committable> committables);

  /**
   * Takes back what some checkpoints committed, because a restart from an earlier one brings the
   * same rows again. Called before writers are opened.
   *
   * <p>Every restart from the same checkpoint calls it again. A sink that cannot take back throws:
   * then it has failed, and others go on.
   *
   * @param after the restored checkpoint, whose rows stay; 0 for none
   * @param until the last checkpoint that may have committed
   */
  void takeBack(long after, long until);

  /** Removes leftovers of a run that crashed; called before writers are opened. */
  void discardUncommitted();

  @Override
  void close();

  /**
   * What is needed to commit, also after a crash.
   *
   * @param payload small text
   */
  record Committable(String payload) {}
}
