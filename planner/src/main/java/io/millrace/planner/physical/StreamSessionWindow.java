package io.millrace.planner.physical;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.type.RowType;
import io.millrace.planner.logical.SessionWindows;
import io.millrace.planner.metadata.UpsertKeys;
import io.millrace.planner.trait.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives rows, which are distributed by their partition's columns, the windows of their sessions.
 *
 * @param columns which of the input's columns are put out, before the window's bounds
 * @param closing the input's column by which a session is put out, once, when its end is past; null
 *     for rows that are put out whenever they change
 */
public record StreamSessionWindow(
    StreamNode input,
    SessionWindows.Sessions sessions,
    List<Integer> columns,
    RowType rowType,
    EventTime closing)
    implements StreamNode {
  public StreamSessionWindow {
    columns = List.copyOf(columns);
  }

  public boolean inputAppendOnly() {
    return input.changelog() == ChangelogMode.APPEND;
  }

  @Override
  public List<StreamNode> inputs() {
    return List.of(input);
  }

  /** A row that comes may move the bounds of others, before they are put out once. */
  @Override
  public ChangelogMode changelog() {
    return closing == null ? ChangelogMode.RETRACT : ChangelogMode.APPEND;
  }

  /** A session is put out when its end is past. */
  @Override
  public Map<Integer, Long> eventTimes() {
    return closing == null ? Map.of() : Map.of(columns.size() + 1, closing.delay());
  }

  /** A row is in one session. */
  @Override
  public UpsertKeys upsertKeys() {
    return input.upsertKeys().map(this::position);
  }

  @Override
  public Distribution distribution() {
    return Distribution.hash(sessions.partition()).map(this::position);
  }

  private Optional<Integer> position(int column) {
    int position = columns.indexOf(column);
    return position < 0 ? Optional.empty() : Optional.of(position);
  }
}
