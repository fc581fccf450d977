package io.millrace.executor.task;

import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.metrics.RelationMetrics;
import io.millrace.executor.operator.OperatorContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one worker's splits of a source, one batch a step, for all readers of the source. A split
 * is read until it has nothing for now; after some batches in a row the others of an unbounded
 * source get their turn. If no row may ever be read twice, rows go on when it is durable that they
 * were read, and barriers behind those that were read before.
 */
public final class SourceTask extends Task {
  private static final int BATCHES_IN_A_ROW = 32;
  private static final long FIRST_RETRY_NANOS = 1_000_000;
  private static final long LAST_RETRY_NANOS = 50_000_000;

  /** A split, and how far its reading has come. */
  private static final class Reading {
    final Split split;
    SplitReader reader;

    /** Behind the rows that were put out. */
    String position;

    boolean finished;

    /** {@link RelationOutput#changes} when the reader was told which columns are read. */
    int told;

    final SplitWatermarks.OfSplit watermark;

    Reading(Split split, SplitState state, SplitWatermarks watermarks) {
      this.watermark = watermarks.add(state.watermark(), state.finished());
      this.split = split;
      this.position = state.position();
      this.finished = state.finished();
    }
  }

  private final Source source;
  private final int columnCount;
  private final RelationMetrics metrics;
  private final RelationOutput output = new RelationOutput();
  private final SplitWatermarks watermarks;
  private final List<Reading> readings = new ArrayList<>();
  private final boolean recording;
  private final HeldRows<Reading> held = new HeldRows<>();

  /** Those that are not finished. */
  private final List<Reading> open = new ArrayList<>();

  private Barrier barrier;
  private int current;
  private int inARow;
  private int withoutRows;
  private long retryNanos = FIRST_RETRY_NANOS;
  private int pauses;
  private boolean suspended;

  /** Whether rows are being put out, or were when it failed, so that some readers lack them. */
  private boolean torn;

  private boolean complete;
  private boolean ended;

  /**
   * @param recording whether it is recorded how far is read before rows go on
   */
  public SourceTask(
      TaskHost host,
      long relationId,
      String name,
      Source source,
      int columnCount,
      RelationMetrics metrics,
      SplitWatermarks watermarks,
      boolean recording) {
    super(host, relationId, name);
    this.recording = recording;
    this.watermarks = watermarks;
    this.source = source;
    this.columnCount = columnCount;
    this.metrics = metrics;
    output.bindProducer(this::schedule);
  }

  public RelationOutput output() {
    return output;
  }

  /**
   * Adds splits to read.
   *
   * @param splits with where to begin
   * @param all whether no more will come
   */
  public void add(Map<Split, SplitState> splits, boolean all) {
    splits.forEach(
        (split, state) -> {
          Reading reading = new Reading(split, state, watermarks);
          readings.add(reading);
          if (!reading.finished) {
            open.add(reading);
          }
        });
    complete |= all;
    withoutRows = 0;
    schedule();
  }

  /** Goes on where it was when it failed; to be called only if it was not torn. */
  public void resume() {
    if (isFailed()) {
      retryNanos = FIRST_RETRY_NANOS;
      withoutRows = 0;
      revive();
    }
  }

  /** Whether it failed so that some readers lack rows that others have. */
  public boolean isTorn() {
    return torn;
  }

  /** Reads nothing for a time, or goes on. */
  public void suspend(boolean yes) {
    suspended = yes;
    schedule();
  }

  /** The worker hands in the barrier, to be passed after the rows emitted so far. */
  public void inject(Barrier next) {
    barrier = next;
    schedule();
  }

  /** Behind which rows readers stand, by split id. */
  public Map<String, SplitState> positions() {
    Map<String, SplitState> positions = new LinkedHashMap<>();
    for (Reading reading : readings) {
      positions.put(
          reading.split.id(),
          new SplitState(reading.position, reading.finished, reading.watermark.stored()));
    }
    return positions;
  }

  /**
   * Has a new reader begin with the rows that were read already; until it has them all, no more are
   * read for anybody.
   *
   * @param whenDone run when it has them all or gave up
   */
  public void backfill(ScanPort port, Runnable whenDone) {
    List<SplitBackfill.Part> parts = new ArrayList<>();
    for (Reading reading : readings) {
      if (reading.position != null) {
        parts.add(new SplitBackfill.Part(reading.split, reading.position));
      }
    }
    pauses++;
    port.begin(
        new SplitBackfill(source, parts, port.columns(), port.rowType()),
        () -> {
          pauses--;
          schedule();
          whenDone.run();
        });
  }

  @Override
  protected boolean hasRoom() {
    return output.hasRoom();
  }

  @Override
  protected boolean step() {
    if (barrier != null && held.isEmpty()) {
      Barrier passing =
          barrier.withWatermark(watermarks.atBarrier(complete && open.isEmpty() && !isFailed()));
      barrier = null;
      output.barrier(passing);
      if (watermarks.areOfClock() && output.hasReaders() && !ended) {
        host().barrierWanted();
      }
      passed(passing);
      return true;
    }
    HeldRows.Batch<Reading> next = held.poll();
    if (next != null) {
      emit(next.split(), next.position(), next.rows());
      return true;
    }
    if (barrier != null || pauses > 0 || suspended || isFailed() || ended || held.isFull()) {
      return false;
    }
    return open.isEmpty() ? end() : read();
  }

  private boolean end() {
    if (complete) {
      ended = true;
      host().sourceEnded(this);
    }
    return false;
  }

  private boolean read() {
    Reading reading = open.get(current);
    if (reading.reader == null) {
      reading.reader = source.read(reading.split, reading.position, null);
      project(reading);
    } else if (reading.told != output.changes()) {
      project(reading);
    }
    SplitReader.Poll poll = poll(reading.reader);
    if (poll instanceof SplitReader.Poll.Rows rows) {
      host().dataArrived(rows.batch().rowCount());
      if (recording) {
        held.add(reading, reading.reader.position(), rows.batch());
        record();
      } else {
        emit(reading, reading.reader.position(), rows.batch());
      }
      inARow++;
      withoutRows = 0;
      retryNanos = FIRST_RETRY_NANOS;
      if (inARow >= BATCHES_IN_A_ROW && !complete) {
        goTo(current + 1);
      }
      return true;
    }
    if (!held.isEmpty() && !(poll instanceof SplitReader.Poll.Nothing)) {
      return false; // it comes again when all that was read before is put out
    }
    if (held.isEmpty()) {
      // Also what gave no rows may have moved on, over records that were skipped.
      reading.position = reading.reader.position();
    }
    if (poll instanceof SplitReader.Poll.End) {
      reading.finished = true;
      reading.watermark.finish();
      reading.reader.close();
      reading.reader = null;
      open.remove(current);
      goTo(current);
      return true;
    }
    reading.watermark.nothing();
    goTo(current + 1);
    withoutRows++;
    if (withoutRows < open.size()) {
      return true;
    }
    withoutRows = 0;
    scheduleAfter(retryNanos);
    retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
    return false;
  }

  /** As the reader's poll; null if it throws, and has to do so again later. */
  private SplitReader.Poll poll(SplitReader reader) {
    try {
      return reader.poll(OperatorContext.BATCH_ROWS);
    } catch (RuntimeException e) {
      if (held.isEmpty()) {
        throw e;
      }
      return null;
    }
  }

  /** Has recorded how far was read, unless something is being recorded. */
  private void record() {
    Map<String, SplitState> read = new LinkedHashMap<>();
    for (HeldRows.Batch<Reading> batch : held.beginRecording()) {
      Reading reading = batch.split();
      read.put(
          reading.split.id(), new SplitState(batch.position(), false, reading.watermark.stored()));
    }
    if (!read.isEmpty()) {
      host().record(this, read, held.generation());
    }
  }

  /**
   * It is recorded how far was read, or that failed.
   *
   * @param generation as it was given with what was to be recorded
   * @param cause null if it is durable
   */
  public void recorded(int generation, Throwable cause) {
    if (generation != held.generation()) {
      return;
    }
    if (cause != null) {
      fail(cause);
      return;
    }
    held.endRecording();
    record();
    schedule();
  }

  /** Tells a split's reader which columns are read. */
  private void project(Reading reading) {
    BitSet columns = output.columns(columnCount);
    watermarks.columns().forEach(columns::set);
    reading.reader.project(columns);
    reading.told = output.changes();
  }

  private void goTo(int index) {
    current = index < open.size() ? index : 0;
    inARow = 0;
  }

  private void emit(Reading reading, String position, ChangeBatch batch) {
    torn = true;
    reading.position = position;
    reading.watermark.read(batch);
    metrics.rows(batch.rowCount());
    output.emit(batch);
    torn = false;
  }

  @Override
  protected void discarding() {
    held.release(); // to be read again
    for (Reading reading : readings) {
      if (reading.reader != null) {
        reading.reader.close();
        reading.reader = null;
      }
    }
  }

  @Override
  protected void release() {
    discarding();
  }
}
