package io.millrace.executor.operator.session;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.state.Redistribution;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Gives each row the window of its session. An epoch's changes are kept sorted; at its end they are
 * gone through region by region. In a region the sessions before and after its changes are
 * compared, and rows are taken back and put out again where the bounds of their window differ.
 *
 * <p>Where nothing of a row is put out but its partition and its window, a session goes out as one
 * row whose weight is its number of rows. If nothing is ever taken back either, only sessions are
 * kept, no rows.
 */
public final class SessionOperator implements Operator {
  private final ExecNode.SessionWindow node;
  private final boolean wholeSessions;
  private final SessionInput input;
  private final TimedRows rows;
  private final SessionTable sessions;
  private final SessionBatch batch;

  /** What is being put out; null between regions. */
  private Region region;

  /** The last row of the region that was passed; null at its beginning. */
  private byte[] done;

  /** Where whole sessions go out: those of the region that have not. */
  private Iterator<SessionChange> unsent;

  private record SessionChange(Session session, long weight) {}

  private SessionOperator(ExecNode.SessionWindow node, RowType inputType, OperatorContext context) {
    this.node = node;
    this.wholeSessions = putsOutWholeSessions(node, inputType);
    TimedRowCodec codec = new TimedRowCodec(node, inputType);
    Redistribution byPartition = Redistribution.byHash(0, node.partitionKeys());
    boolean keepsRows = !wholeSessions || !node.inputAppendOnly();
    this.rows =
        new TimedRows(
            context.name(), codec, keepsRows ? context.state().ordered("rows", byPartition) : null);
    this.input = new SessionInput(node, inputType, codec, rows);
    this.sessions = new SessionTable(context.state().ordered("sessions", byPartition));
    this.batch = new SessionBatch(node, inputType, codec, context);
  }

  public static OperatorFactory factory(ExecNode.SessionWindow node, RowType inputType) {
    return context -> new SessionOperator(node, inputType, context);
  }

  /** 0.0 and -0.0 are in one partition, and are not the same row. */
  private static boolean putsOutWholeSessions(ExecNode.SessionWindow node, RowType inputType) {
    return node.columns().stream()
        .allMatch(
            column ->
                node.partitionKeys().contains(column)
                    && inputType.type(column).kind() != TypeKind.REAL
                    && inputType.type(column).kind() != TypeKind.DOUBLE);
  }

  @Override
  public void process(int number, ChangeBatch changes, Output output) {
    input.add(changes);
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    while (!batch.isFull()) {
      if (region == null && !begin()) {
        batch.emit(output);
        return true;
      }
      if (wholeSessions ? putOutSessions() : putOutRows()) {
        sessions.replace(region.partition(), region.before(), region.after());
        region = null;
      }
    }
    batch.emit(output);
    return false;
  }

  /** Goes on to the next region; false if there is none. */
  private boolean begin() {
    region = rows.nextRegion(sessions, node.gap());
    if (region == null) {
      return false;
    }
    if (region.onlyInsertions()) {
      region.settle();
    } else {
      region.settle(rows.sessions(region, node.gap()));
    }
    done = null;
    unsent = wholeSessions ? sessionChanges().iterator() : null;
    return true;
  }

  /** What differs between the sessions before and after, both the latest first. */
  private List<SessionChange> sessionChanges() {
    List<SessionChange> changes = new ArrayList<>();
    List<Session> before = region.before();
    List<Session> after = region.after();
    int a = 0;
    for (Session old : before) {
      while (a < after.size() && after.get(a).first() > old.first()) {
        changes.add(new SessionChange(after.get(a), after.get(a++).count()));
      }
      if (a < after.size() && after.get(a).hasBoundsOf(old)) {
        changes.add(new SessionChange(old, after.get(a++).count() - old.count()));
      } else {
        changes.add(new SessionChange(old, -old.count()));
      }
    }
    while (a < after.size()) {
      changes.add(new SessionChange(after.get(a), after.get(a++).count()));
    }
    return changes;
  }

  /** Whether all of the region is out, and its changes are applied. */
  private boolean putOutSessions() {
    while (unsent.hasNext() && !batch.isFull()) {
      SessionChange change = unsent.next();
      batch.add(region.partition(), change.session(), change.weight());
    }
    return !unsent.hasNext() && applyChanges();
  }

  private boolean applyChanges() {
    if (!rows.areKept()) {
      return true;
    }
    List<TimedRows.Change> applied = new ArrayList<>();
    TimedRows.Pass pass = rows.pass(region, done, true);
    while (applied.size() < OperatorContext.BATCH_ROWS && pass.next()) {
      done = pass.copy();
      applied.add(new TimedRows.Change(done, pass.change()));
    }
    rows.apply(applied);
    return applied.size() < OperatorContext.BATCH_ROWS;
  }

  /** Whether all of the region is out, and its changes are applied. */
  private boolean putOutRows() {
    List<TimedRows.Change> applied = new ArrayList<>();
    boolean onlyChanges = region.keepsBounds();
    TimedRows.Pass pass = rows.pass(region, done, onlyChanges);
    Windows old = new Windows(region.before());
    Windows now = new Windows(region.after());
    boolean more = true;
    while (more && !batch.isFull() && applied.size() < OperatorContext.BATCH_ROWS) {
      more = pass.next();
      if (more) {
        if (onlyChanges) {
          batch.add(pass.bytes(), pass.start(), now.of(pass.time()), pass.change());
        } else {
          move(pass, old, now);
        }
        if (pass.change() != 0) {
          applied.add(new TimedRows.Change(pass.copy(), pass.change()));
        }
      }
    }
    if (more) {
      done = pass.copy();
    }
    rows.apply(applied);
    return !more;
  }

  private void move(TimedRows.Pass row, Windows old, Windows now) {
    long after = row.before() + row.change();
    Session from = row.before() > 0 ? old.of(row.time()) : null;
    Session to = after > 0 ? now.of(row.time()) : null;
    if (from != null && to != null && from.hasBoundsOf(to)) {
      batch.add(row.bytes(), row.start(), to, row.change());
      return;
    }
    if (from != null) {
      batch.add(row.bytes(), row.start(), from, -row.before());
    }
    if (to != null) {
      batch.add(row.bytes(), row.start(), to, after);
    }
  }

  /** Looks sessions up by times, the latest first. */
  private static final class Windows {
    private final List<Session> sessions;
    private int at;

    Windows(List<Session> sessions) {
      this.sessions = sessions;
    }

    /** The session that a time is in; there is one. */
    Session of(long time) {
      while (sessions.get(at).first() > time) {
        at++;
      }
      return sessions.get(at);
    }
  }

  @Override
  public void close() {
    batch.close();
  }
}
