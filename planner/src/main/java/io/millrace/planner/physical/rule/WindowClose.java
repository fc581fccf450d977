package io.millrace.planner.physical.rule;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.plan.JoinKind;
import io.millrace.planner.physical.JoinInterval;
import io.millrace.planner.physical.StreamGroupAggregate;
import io.millrace.planner.physical.StreamJoin;
import io.millrace.planner.physical.StreamLateFilter;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamRank;
import io.millrace.planner.physical.StreamScan;
import io.millrace.planner.physical.StreamSessionWindow;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What {@code EMIT ON WINDOW CLOSE} makes of operators: windows are put out once, when they are
 * over. What cannot wait for that is refused.
 *
 * @param position of the clause; null if it comes from no text
 * @param lateRows where late rows go; null to drop them
 */
record WindowClose(SourcePosition position, LateRows lateRows) {
  /**
   * The operator that closes what the given one keeps up to date.
   *
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} if there is none
   */
  StreamNode apply(StreamNode node) {
    if (node instanceof StreamGroupAggregate aggregate) {
      return closing(aggregate);
    }
    if (node instanceof StreamSessionWindow window) {
      return closing(window);
    }
    if (node instanceof StreamRank rank) {
      return closing(rank);
    }
    if (node instanceof StreamJoin join) {
      return expiring(join);
    }
    if (node.changelog() != ChangelogMode.APPEND) {
      throw refusal(
          "reads or makes rows that change, by a table or view; only sources and windows over them"
              + " can be waited for");
    }
    return node;
  }

  /**
   * Checks a whole plan.
   *
   * @throws MillraceException {@link ErrorCode#UNSUPPORTED} if nothing in it closes
   */
  void check(StreamNode root) {
    if (!closes(root)) {
      throw refusal("has no windows; group by window_end of TUMBLE, HOP or CUMULATE");
    }
  }

  private static boolean closes(StreamNode node) {
    return node instanceof StreamGroupAggregate
        || node instanceof StreamSessionWindow
        || node instanceof StreamRank
        || node instanceof StreamJoin
        || node.inputs().stream().anyMatch(WindowClose::closes);
  }

  private StreamNode closing(StreamGroupAggregate aggregate) {
    StreamNode input = aggregate.input();
    if (input.changelog() != ChangelogMode.APPEND) {
      throw refusal("aggregates rows that change; aggregate a source");
    }
    EventTime time =
        earliest(aggregate.groupKeys(), input)
            .orElseThrow(
                () ->
                    withoutTime(
                        input,
                        "has a GROUP BY or DISTINCT over no event time; group by window_end of"
                            + " TUMBLE, HOP or CUMULATE over the WATERMARK column of a source"));
    return new StreamGroupAggregate(
        onTime(input, time),
        aggregate.groupKeys(),
        aggregate.aggregates(),
        aggregate.rowType(),
        ChangelogMode.APPEND,
        time);
  }

  private StreamNode closing(StreamRank rank) {
    StreamNode input = rank.input();
    if (input.changelog() != ChangelogMode.APPEND) {
      throw refusal("ranks rows that change; rank a source, or windows over it");
    }
    EventTime time =
        earliest(rank.ranks().partition(), input)
            .orElseThrow(
                () ->
                    withoutTime(
                        input,
                        "has a ranking or LIMIT over no event time; PARTITION BY window_end of"
                            + " windows over the WATERMARK column of a source"));
    return new StreamRank(
        onTime(input, time), rank.ranks(), rank.rankProjected(), rank.rowType(), time);
  }

  private StreamNode onTime(StreamNode input, EventTime time) {
    return lateRows == null ? new StreamLateFilter(input, time) : lateRows.filter(input, time);
  }

  /** The one of some columns whose values are past first. */
  private static Optional<EventTime> earliest(List<Integer> columns, StreamNode input) {
    Map<Integer, Long> times = input.eventTimes();
    return columns.stream()
        .filter(times::containsKey)
        .map(column -> new EventTime(column, times.get(column)))
        .min(Comparator.comparingLong(EventTime::delay));
  }

  private StreamNode closing(StreamSessionWindow window) {
    StreamNode input = window.input();
    if (input.changelog() != ChangelogMode.APPEND) {
      throw refusal("has sessions of rows that change; take them of a source");
    }
    int column = window.sessions().time();
    Long delay = input.eventTimes().get(column);
    if (delay == null) {
      throw withoutTime(
          input,
          "has sessions over no event time; take them over the WATERMARK column of a source");
    }
    EventTime time = new EventTime(column, delay);
    return new StreamSessionWindow(
        onTime(input, time), window.sessions(), window.columns(), window.rowType(), time);
  }

  private StreamNode expiring(StreamJoin join) {
    if (join.kind() != JoinKind.INNER || join.changelog() != ChangelogMode.APPEND) {
      throw refusal(
          "has a join that is no inner one of rows that only come; join what a view has emitted");
    }
    JoinInterval interval = JoinInterval.of(join).orElseThrow(() -> refusal(unbounded(join)));
    return join.expiring(
        new EventTime(interval.left(), join.left().eventTimes().get(interval.left())),
        new EventTime(interval.right(), join.right().eventTimes().get(interval.right())),
        interval);
  }

  private static String unbounded(StreamJoin join) {
    Set<Integer> left = precisions(join.left());
    Set<Integer> right = precisions(join.right());
    return left.isEmpty() || right.isEmpty() || left.stream().anyMatch(right::contains)
        ? "has a join that no time ends; compare event times of both inputs, as in"
            + " a.ts BETWEEN b.ts - INTERVAL '1' MINUTE AND b.ts"
        : String.format(
            "has a join of event times of the types TIMESTAMP(%d) and TIMESTAMP(%d); declare the"
                + " WATERMARK columns of both sources with one precision",
            left.iterator().next(), right.iterator().next());
  }

  private static Set<Integer> precisions(StreamNode input) {
    return input.eventTimes().keySet().stream()
        .map(column -> input.rowType().type(column).precision())
        .collect(Collectors.toSet());
  }

  /** Refuses what has no event time to wait for, because of the sources if none of them has one. */
  private MillraceException withoutTime(StreamNode input, String what) {
    return hasWatermark(input)
        ? refusal(what)
        : refusal(
            "reads over no event time: none of its sources has a WATERMARK; declare one in CREATE"
                + " SOURCE, as in WATERMARK FOR ts AS ts - INTERVAL '5' SECOND");
  }

  /** Whether a source has a WATERMARK, also one that the query does not read. */
  private static boolean hasWatermark(StreamNode node) {
    return node instanceof StreamScan scan
        ? !StreamScan.all(scan.relation()).eventTimes().isEmpty()
        : node.inputs().stream().anyMatch(WindowClose::hasWatermark);
  }

  private MillraceException refusal(String what) {
    return new MillraceException(
        ErrorCode.UNSUPPORTED,
        position,
        "not supported with EMIT ON WINDOW CLOSE: the query " + what,
        null);
  }
}
