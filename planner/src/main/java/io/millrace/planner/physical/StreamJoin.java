package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.plan.JoinKind;
import io.millrace.core.type.RowType;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexNode;

/**
 * Joins two inputs that are distributed by their keys.
 *
 * @param nullKeysMatch for each key whether NULL is equal to NULL
 * @param condition over the left and then the right columns, or null
 * @param columns which of the left and then the right columns are put out
 * @param leftPast when no row comes any more that matches a left row, which is forgotten then; null
 *     to keep rows
 * @param rightPast the same for right rows
 */
public record StreamJoin(
    StreamNode left,
    StreamNode right,
    JoinKind kind,
    List<Integer> leftKeys,
    List<Integer> rightKeys,
    List<Boolean> nullKeysMatch,
    RexNode condition,
    List<Integer> columns,
    RowType rowType,
    EventTime leftPast,
    EventTime rightPast)
    implements StreamNode {
  public StreamJoin {
    leftKeys = List.copyOf(leftKeys);
    rightKeys = List.copyOf(rightKeys);
    nullKeysMatch = List.copyOf(nullKeysMatch);
    columns = List.copyOf(columns);
  }

  /** With rows that are kept. */
  public StreamJoin(
      StreamNode left,
      StreamNode right,
      JoinKind kind,
      List<Integer> leftKeys,
      List<Integer> rightKeys,
      List<Boolean> nullKeysMatch,
      RexNode condition,
      List<Integer> columns,
      RowType rowType) {
    this(
        left,
        right,
        kind,
        leftKeys,
        rightKeys,
        nullKeysMatch,
        condition,
        columns,
        rowType,
        null,
        null);
  }

  /** The same join that forgets rows when they are past; late ones are dropped before it. */
  public StreamJoin expiring(EventTime leftTime, EventTime rightTime, JoinInterval interval) {
    return new StreamJoin(
        new StreamLateFilter(left, leftTime),
        new StreamLateFilter(right, rightTime),
        kind,
        leftKeys,
        rightKeys,
        nullKeysMatch,
        condition,
        columns,
        rowType,
        new EventTime(leftTime.column(), Math.subtractExact(rightTime.delay(), interval.least())),
        new EventTime(rightTime.column(), Math.addExact(leftTime.delay(), interval.greatest())));
  }

  /**
   * The same join with some of its output columns.
   *
   * @param kept positions in {@link #columns}
   */
  public StreamJoin project(List<Integer> kept) {
    return new StreamJoin(
        left,
        right,
        kind,
        leftKeys,
        rightKeys,
        nullKeysMatch,
        condition,
        kept.stream().map(columns::get).toList(),
        rowType.project(kept),
        leftPast,
        rightPast);
  }

  @Override
  public List<StreamNode> inputs() {
    return List.of(left, right);
  }

  /** Nothing is taken back if nothing is taken back below, and a match takes nothing back. */
  @Override
  public ChangelogMode changelog() {
    boolean appends =
        left.changelog() == ChangelogMode.APPEND && right.changelog() == ChangelogMode.APPEND;
    return appends && (kind == JoinKind.INNER || kind == JoinKind.SEMI)
        ? ChangelogMode.APPEND
        : ChangelogMode.RETRACT;
  }

  @Override
  public UpsertKeys upsertKeys() {
    List<List<Integer>> keys = new ArrayList<>();
    if (!kind.emitsPairs()) {
      keys.addAll(left.upsertKeys().keys());
      return new UpsertKeys(keys).map(this::position);
    }
    // Where each row meets at most one row of the other side, its key stays one, unless rows of the
    // other side come alone, all with NULLs for it.
    if (right.upsertKeys().covers(rightKeys) && !kind.emitsUnmatchedRight()) {
      keys.addAll(left.upsertKeys().keys());
    }
    if (left.upsertKeys().covers(leftKeys) && !kind.emitsUnmatchedLeft()) {
      right.upsertKeys().keys().forEach(key -> keys.add(shifted(key)));
    }
    for (List<Integer> leftKey : left.upsertKeys().keys()) {
      for (List<Integer> rightKey : right.upsertKeys().keys()) {
        if (kind != JoinKind.FULL || isNeverNull(leftKey, left) || isNeverNull(rightKey, right)) {
          List<Integer> both = new ArrayList<>(leftKey);
          both.addAll(shifted(rightKey));
          keys.add(both);
        }
      }
    }
    return new UpsertKeys(keys).map(this::position);
  }

  private List<Integer> shifted(List<Integer> rightColumns) {
    return rightColumns.stream().map(column -> column + left.rowType().size()).toList();
  }

  /** Whether a row of the input can be told by its key from the NULLs of a row that is missing. */
  private static boolean isNeverNull(List<Integer> key, StreamNode input) {
    return key.stream().anyMatch(column -> !input.rowType().type(column).nullable());
  }

  @Override
  public Distribution distribution() {
    if (kind == JoinKind.FULL) {
      return leftKeys.isEmpty() ? Distribution.hash(List.of()) : Distribution.UNKNOWN;
    }
    Distribution byLeft = Distribution.hash(leftKeys).map(this::position);
    Distribution byRight = Distribution.hash(shifted(rightKeys)).map(this::position);
    return switch (kind) {
      case RIGHT -> byRight;
      case INNER -> byLeft.isKnown() ? byLeft : byRight;
      default -> byLeft;
    };
  }

  /** Of an inner join a key's columns of both sides are equal. */
  @Override
  public boolean isDistributedBy(List<Integer> wanted) {
    if (kind != JoinKind.INNER || wanted.size() != leftKeys.size()) {
      return distribution().satisfies(wanted);
    }
    for (int i = 0; i < wanted.size(); i++) {
      int column = columns.get(wanted.get(i));
      if (column != leftKeys.get(i) && column != left.rowType().size() + rightKeys.get(i)) {
        return false;
      }
    }
    return true;
  }

  /** A pair comes with the later of its rows, when the other may be past at its input already. */
  @Override
  public Map<Integer, Long> eventTimes() {
    if (leftPast == null) {
      return Map.of();
    }
    Map<Integer, Long> times = new LinkedHashMap<>();
    addTime(times, leftPast.column(), leftPast, left);
    addTime(times, left.rowType().size() + rightPast.column(), rightPast, right);
    return times;
  }

  private void addTime(Map<Integer, Long> times, int column, EventTime past, StreamNode input) {
    long own = input.eventTimes().get(past.column());
    position(column).ifPresent(position -> times.put(position, Math.max(own, past.delay())));
  }

  private Optional<Integer> position(int column) {
    int position = columns.indexOf(column);
    return position < 0 ? Optional.empty() : Optional.of(position);
  }
}
