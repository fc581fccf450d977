package io.millrace.executor.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was written to the table. Every write adds a row that stays, by which it can be seen that
 * the write is there, and adds, changes and removes others.
 */
final class TableModel {
  private static final long MARK = -1;
  private static final long CHANGING = -2;

  private record Write(List<Object[]> rows, long[] weights) {}

  /** What was written at a moment. */
  record State(int writes, Set<Long> acknowledged, Set<Long> givenUp, List<Object[]> changeable) {}

  private final Random random;
  private final List<Write> writes = new ArrayList<>();
  private final TreeSet<Long> acknowledged = new TreeSet<>();

  /** Writes that must not be there, since the database went back to before them. */
  private final Set<Long> givenUp = new HashSet<>();

  /** The rows that can be changed; those of a write that failed are left alone. */
  private final List<Object[]> changeable = new ArrayList<>();

  private List<Object[]> added = new ArrayList<>();
  private long nextRow;

  TableModel(Random random) {
    this.random = random;
  }

  /** Makes the next write, which then is either acknowledged or not. */
  void next() {
    List<Object[]> rows = new ArrayList<>();
    List<Long> weights = new ArrayList<>();
    added = new ArrayList<>();
    rows.add(new Object[] {value(), value(), MARK, (long) writes.size()});
    weights.add(1L);
    for (int i = random.nextInt(4); i > 0; i--) {
      boolean removes = !changeable.isEmpty() && random.nextBoolean();
      Long number = null;
      if (removes) {
        Object[] old = changeable.remove(random.nextInt(changeable.size()));
        rows.add(old);
        weights.add(-1L);
        number = (Long) old[3];
      }
      if (!removes || random.nextBoolean()) {
        Object[] row = {value(), value(), CHANGING, number == null ? nextRow++ : number};
        added.add(row);
        rows.add(row);
        weights.add(1L);
      }
    }
    writes.add(new Write(rows, weights.stream().mapToLong(Long::longValue).toArray()));
  }

  private Long value() {
    return (long) random.nextInt(20);
  }

  List<Object[]> rows() {
    return writes.get(writes.size() - 1).rows();
  }

  long[] weights() {
    return writes.get(writes.size() - 1).weights();
  }

  void acknowledge() {
    acknowledged.add(writes.size() - 1L);
    changeable.addAll(added);
  }

  /** The writes that were acknowledged so far. */
  Set<Long> acknowledged() {
    return new HashSet<>(acknowledged);
  }

  State state() {
    return new State(
        writes.size(), acknowledged(), Set.copyOf(givenUp), new ArrayList<>(changeable));
  }

  /** Only what was written then is there any more. */
  void goBackTo(State state) {
    acknowledged.clear();
    acknowledged.addAll(state.acknowledged());
    givenUp.clear();
    givenUp.addAll(state.givenUp());
    for (long number = state.writes(); number < writes.size(); number++) {
      givenUp.add(number);
    }
    changeable.clear();
    changeable.addAll(state.changeable());
  }

  /**
   * Checks what was seen of the table: whole writes, with none missing before one that is there.
   *
   * @param least the writes that must be there
   */
  void check(Bag seen, Set<Long> least) {
    Set<Long> there = new HashSet<>();
    seen.forEach(
        (row, count) -> {
          if (row.get(2).equals(MARK)) {
            there.add((Long) row.get(3));
          }
        });
    if (there.stream().anyMatch(givenUp::contains)) {
      throw new AssertionError(
          "The table has the writes " + there + ", though " + givenUp + " were given up");
    }
    Set<Long> missing = new HashSet<>(least);
    missing.removeAll(there);
    if (!missing.isEmpty()) {
      throw new AssertionError("Acknowledged writes to the table are missing: " + missing);
    }
    boolean end = false;
    for (long number : acknowledged) {
      if (end && there.contains(number)) {
        throw new AssertionError(
            "The table has write " + number + ", but not all before: " + there);
      }
      end |= !there.contains(number);
    }
    Bag expected = new Bag();
    for (long number : there) {
      Write write = writes.get((int) number);
      for (int i = 0; i < write.weights().length; i++) {
        expected.add(write.rows().get(i), write.weights()[i]);
      }
    }
    if (!seen.equals(expected)) {
      throw new AssertionError(
          "The table with the writes " + there + " differs by " + seen.minus(expected));
    }
  }
}
