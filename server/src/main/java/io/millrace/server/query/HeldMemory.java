package io.millrace.server.query;

import io.millrace.planner.adhoc.RowMemory;
import io.millrace.planner.adhoc.RowSizes;

/**
 * The part of {@link QueryMemory} that one query has taken, in pieces, so that queries seldom meet.
 * Used by one thread at a time.
 */
public final class HeldMemory implements RowMemory, AutoCloseable {
  static final String TO_COMPUTE =
      "Filter rows out before they are sorted, joined or grouped, join by an equality, keep the"
          + " answer in a materialized view, or give queries more memory.";
  static final String TO_CHANGE =
      "Change fewer rows by one statement, or give queries more memory.";

  private static final long PIECE = 1 << 18;

  private final QueryMemory memory;
  private final String advice;
  private long taken;
  private long used;

  /**
   * @param advice what a user can do when there is no room
   */
  HeldMemory(QueryMemory memory, String advice) {
    this.memory = memory;
    this.advice = advice;
  }

  /**
   * Holds a row.
   *
   * @throws MillraceException LIMIT_EXCEEDED if there is no room for it
   */
  void add(Object[] row) {
    hold(RowSizes.of(row));
  }

  @Override
  public void hold(long bytes) {
    long more = used + bytes - taken;
    if (more > 0) {
      // Near the limit the last bit counts.
      long piece = more < PIECE && memory.take(PIECE) ? PIECE : more;
      if (piece == more && !memory.take(more)) {
        throw memory.exceeded(taken, advice);
      }
      taken += piece;
    }
    used += bytes;
  }

  @Override
  public void release(long bytes) {
    used -= bytes;
    if (taken - used > 2 * PIECE) {
      memory.giveBack(taken - used);
      taken = used;
    }
  }

  /** Gives everything back. */
  @Override
  public void close() {
    memory.giveBack(taken);
    taken = 0;
    used = 0;
  }
}
