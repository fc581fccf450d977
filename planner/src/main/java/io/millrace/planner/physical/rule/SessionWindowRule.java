package io.millrace.planner.physical.rule;

import io.millrace.planner.logical.SessionWindows;
import io.millrace.planner.physical.StreamExchange;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamSessionWindow;
import io.millrace.planner.type.TypeConverter;
import java.util.List;

/** Sessions, on the worker that owns the partition. */
final class SessionWindowRule implements PhysicalRule<SessionWindows> {
  @Override
  public StreamNode convert(SessionWindows windows, List<StreamNode> inputs) {
    return new StreamSessionWindow(
        StreamExchange.ensure(inputs.get(0), windows.sessions().partition()),
        windows.sessions(),
        windows.columns(),
        TypeConverter.toRowType(windows.getRowType()),
        null);
  }
}
