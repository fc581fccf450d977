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
 * #discardUncommitted} removes everything else that was written and not committed.
 */
public interface Sink extends AutoCloseable {
  /** Called once for each worker. */
  SinkWriter openWriter(int worker, int workers);

  /** Makes prepared rows visible; called by one thread, in the order of checkpoints. */
  void commit(List<Committable> committables);

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
