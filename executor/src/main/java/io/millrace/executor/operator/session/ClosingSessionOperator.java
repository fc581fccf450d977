package io.millrace.executor.operator.session;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.watermark.PastTimes;
import io.millrace.executor.operator.watermark.TimeIndex;
import io.millrace.executor.state.Redistribution;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the rows of a session out once, with its window, when the window's end is past, and forgets
 * them. Its input has no late rows and takes none back, so that none comes to a session that was
 * put out.
 */
public final class ClosingSessionOperator implements Operator {
  private final ExecNode.SessionWindow node;
  private final TimestampUnit unit;
  private final SessionInput input;
  private final TimedRows rows;
  private final SessionTable sessions;
  private final TimeIndex ends;
  private final SessionBatch batch;
  private long watermark = Barrier.NO_WATERMARK;

  private ClosingSessionOperator(
      ExecNode.SessionWindow node, RowType inputType, OperatorContext context) {
    this.node = node;
    this.unit = TimestampUnit.of(inputType.type(node.timeColumn()));
    TimedRowCodec codec = new TimedRowCodec(node, inputType);
    Redistribution byPartition = Redistribution.byHash(0, node.partitionKeys());
    this.rows = new TimedRows(context.name(), codec, context.state().ordered("rows", byPartition));
    this.input = new SessionInput(node, inputType, codec, rows);
    this.sessions = new SessionTable(context.state().ordered("sessions", byPartition));
    this.ends =
        new TimeIndex(
            context.state().ordered("ends", TimeIndex.redistribution(node.partitionKeys())));
    this.batch = new SessionBatch(node, inputType, codec, context);
  }

  /**
   * @param node with a time by which sessions are closed
   */
  public static OperatorFactory factory(ExecNode.SessionWindow node, RowType inputType) {
    return context -> new ClosingSessionOperator(node, inputType, context);
  }

  @Override
  public void process(int number, ChangeBatch changes, Output output) {
    input.add(changes);
  }

  @Override
  public void advance(long newWatermark) {
    watermark = newWatermark;
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    takeIn();
    boolean more = true;
    while (more && !batch.isFull()) {
      more = closeNext();
    }
    batch.emit(output);
    return !more;
  }

  /** Brings the epoch's rows to those that are kept, and to their sessions. */
  private void takeIn() {
    Region region = rows.nextRegion(sessions, node.gap());
    while (region != null) {
      region.settle();
      for (Session session : region.before()) {
        ends.remove(new TimeIndex.Entry(end(session), key(region.partition(), session), 1));
      }
      for (Session session : region.after()) {
        byte[] key = key(region.partition(), session);
        ends.add(end(session), key, key.length);
      }
      sessions.replace(region.partition(), region.before(), region.after());
      keepRows(region);
      region = rows.nextRegion(sessions, node.gap());
    }
  }

  private void keepRows(Region region) {
    byte[] behind = null;
    List<TimedRows.Change> kept = new ArrayList<>();
    do {
      kept.clear();
      TimedRows.Pass pass = rows.pass(region, behind, true);
      while (kept.size() < OperatorContext.BATCH_ROWS && pass.next()) {
        behind = pass.copy();
        kept.add(new TimedRows.Change(behind, pass.change()));
      }
      rows.apply(kept);
    } while (kept.size() == OperatorContext.BATCH_ROWS);
  }

  private long end(Session session) {
    return Session.shift(session.last(), node.gap());
  }

  /** A partition and the time of its session's first row. */
  private static byte[] key(byte[] partition, Session session) {
    return SessionTable.key(partition, session.first());
  }

  /** Puts out the next session that is over, or a part of it; false if there is none. */
  private boolean closeNext() {
    List<TimeIndex.Entry> past =
        ends.past(PastTimes.upTo(watermark, node.closing().delay(), unit), 1);
    if (past.isEmpty()) {
      return false;
    }
    TimeIndex.Entry entry = past.get(0);
    byte[] partition = SessionTable.partition(entry.key());
    Session session = sessions.from(partition, SessionTable.first(entry.key())).next();
    long left = putOut(partition, session);
    if (left == 0) {
      ends.remove(entry);
    }
    List<Session> after =
        left == 0 ? List.of() : List.of(new Session(session.first(), session.last(), left));
    sessions.replace(partition, List.of(session), after);
    return true;
  }

  /** Puts out as many rows as there is room for; how many are left. */
  private long putOut(byte[] partition, Session session) {
    Region region = new Region(partition, session.last());
    region.add(session);
    List<TimedRows.Change> gone = new ArrayList<>();
    long left = session.count();
    TimedRows.Pass pass = rows.pass(region, null, false);
    while (left > 0 && !batch.isFull() && pass.next()) {
      long out = 0;
      while (out < pass.before() && !batch.isFull()) {
        batch.add(pass.bytes(), pass.start(), session, 1);
        out++;
      }
      gone.add(new TimedRows.Change(pass.copy(), -out));
      left -= out;
    }
    rows.apply(gone);
    return left;
  }

  @Override
  public void close() {
    batch.close();
  }
}
