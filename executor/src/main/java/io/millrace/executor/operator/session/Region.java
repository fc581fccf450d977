package io.millrace.executor.operator.session;

import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of a partition's time in which an epoch's changes make sessions of others: what is not
 * in it is further away than a gap, before and after the changes.
 */
final class Region {
  private final byte[] partition;
  private final List<Session> before = new ArrayList<>();
  private List<Session> after;
  private long latest;
  private long earliest;
  private long rows;
  private boolean onlyInsertions = true;

  /**
   * @param time of its latest change
   */
  Region(byte[] partition, long time) {
    this.partition = partition;
    this.latest = time;
    this.earliest = time;
  }

  /** Takes in a session that was there before, of a time that it reaches. */
  void add(Session session) {
    before.add(session);
    latest = Math.max(latest, session.last());
    earliest = Math.min(earliest, session.first());
    rows += session.count();
  }

  /** Takes in changes of a time that it reaches. */
  void add(long time, long count) {
    earliest = Math.min(earliest, time);
    rows += count;
    onlyInsertions &= count > 0;
  }

  byte[] partition() {
    return partition;
  }

  /** The time of its last row, before or after the changes. */
  long latest() {
    return latest;
  }

  long earliest() {
    return earliest;
  }

  /** The sessions before the changes, the latest first. */
  List<Session> before() {
    return before;
  }

  /** The sessions after the changes, the latest first; null before they are known. */
  List<Session> after() {
    return after;
  }

  boolean onlyInsertions() {
    return onlyInsertions;
  }

  /** Where nothing has gone, all rows that it reaches are one session. */
  void settle() {
    settle(List.of(new Session(earliest, latest, rows)));
  }

  /** Says which sessions there are after the changes. */
  void settle(List<Session> sessions) {
    after = sessions;
  }

  /** Whether rows that were there stay in the same window. */
  boolean keepsBounds() {
    if (before.size() != after.size()) {
      return false;
    }
    for (int i = 0; i < before.size(); i++) {
      if (!before.get(i).hasBoundsOf(after.get(i))) {
        return false;
      }
    }
    return true;
  }
}
