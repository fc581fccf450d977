package io.millrace.executor.operator.join;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.packed.PackedRows;
import io.millrace.executor.state.KeyBatch;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/** Joins the batches of one input with the rows that are kept of the other. */
final class InputJoin {
  private final JoinSide own;
  private final JoinSide other;
  private final SideState ownState;
  private final SideState otherState;
  private final List<Boolean> nullKeysMatch;
  private final boolean emitsPairs;
  private final KeyBatch keys;
  private final PackedRows packed;
  private final BatchKeys batchKeys = new BatchKeys();
  private final OutputRows pairs;
  private final OutputRows ownRows;
  private final OutputRows goneRows;
  private final OutputRows comeRows;

  /** Null if equal keys are enough to match. */
  private final CandidatePairs candidates;

  private long[] weights = new long[64];
  private int[] keyed = new int[64];
  private boolean[] keyless = new boolean[64];
  private int keyedCount;
  private long touched;

  /** What is being done to a batch; with a condition it is gone through twice. */
  private enum Phase {
    JOIN,
    JUDGE,
    APPLY
  }

  private CountedOutput output;
  private Phase phase;

  /** The batch's key that is worked on, whether it is begun, and the rows that it meets. */
  private int key;

  private boolean keyOpen;
  private Entries met;

  /** How rows of the other side that stand for themselves change with the key that is open. */
  private int change;

  private boolean applies;
  private int keptNumber;

  InputJoin(
      JoinOperator.Program program,
      int input,
      SideState ownState,
      SideState otherState,
      OperatorContext context) {
    this.own = program.sides().get(input);
    this.other = program.sides().get(1 - input);
    this.ownState = ownState;
    this.otherState = otherState;
    this.nullKeysMatch = program.node().nullKeysMatch();
    this.emitsPairs = program.node().kind().emitsPairs();
    this.keys = new KeyBatch(program.keyTypes());
    this.packed = own.keepsRows() ? new PackedRows(own.packed()) : null;
    RowAssembler assembler =
        new RowAssembler(
            program.node().rowType(), program.node().columns(), own, other, context.allocator());
    this.pairs = output(assembler, true, true, program, context);
    this.ownRows = output(assembler, true, false, program, context);
    this.goneRows = output(assembler, false, true, program, context);
    this.comeRows = output(assembler, false, true, program, context);
    this.candidates =
        program.condition() == null
            ? null
            : new CandidatePairs(
                new RowAssembler(
                    program.pairType(),
                    IntStream.range(0, program.pairType().size()).boxed().toList(),
                    own,
                    other,
                    context.allocator()),
                program,
                (expression, cause) -> context.errors().valueFailed(program.display(), cause),
                context.allocator());
  }

  private static OutputRows output(
      RowAssembler assembler,
      boolean withProbe,
      boolean withKept,
      JoinOperator.Program program,
      OperatorContext context) {
    return new OutputRows(
        assembler, withProbe, withKept, program.appendOnly(), context.allocator());
  }

  /**
   * The rows whose keys may match at all; null if all may. See {@link #rowsWithKeyCount}.
   *
   * <p>The others have NULL in a key column.
   */
  int[] rowsWithKey(ChangeBatch batch) {
    int rows = batch.rowCount();
    boolean any = false;
    for (int i = 0; i < nullKeysMatch.size(); i++) {
      FieldVector vector = batch.column(own.keys().get(i));
      if (nullKeysMatch.get(i)
          || !own.rowType().type(own.keys().get(i)).nullable()
          || vector.getNullCount() == 0) {
        continue;
      }
      if (!any) {
        any = true;
        keyless = new boolean[rows];
      }
      ArrowBuf validity = vector.getValidityBuffer();
      for (int row = 0; row < rows; row++) {
        keyless[row] |= BitVectorHelper.get(validity, row) == 0;
      }
    }
    if (!any) {
      return null;
    }
    keyed = keyed.length < rows ? new int[rows] : keyed;
    keyedCount = 0;
    for (int row = 0; row < rows; row++) {
      if (!keyless[row]) {
        keyed[keyedCount++] = row;
      }
    }
    return keyed;
  }

  int rowsWithKeyCount() {
    return keyedCount;
  }

  /** Rows that match nothing, ever: nothing of them is kept. */
  void emitWithoutKey(ChangeBatch batch, Output output) {
    if (own.emitsUnmatched()) {
      ownRows.begin(batch, output);
      for (int row = 0; row < batch.rowCount(); row++) {
        if (keyless[row]) {
          ownRows.add(row, batch.weight(row));
        }
      }
      ownRows.end();
    }
  }

  /**
   * Begins to join a batch, each of whose rows may match. Nothing else is done to both sides'
   * states until {@link #proceed} has returned true.
   *
   * @param newBatch held by the caller until then
   */
  void begin(ChangeBatch newBatch, CountedOutput newOutput) {
    output = newOutput;
    loadWeights(newBatch);
    keys.load(newBatch, own.keys());
    ownState.findOrAdd(keys);
    batchKeys.load(
        ownState.table(),
        ownState.slots(),
        newBatch.rowCount(),
        newBatch.isAppendOnly() ? null : weights);
    otherState.find(keys);
    touched += ownState.touch(batchKeys.first, batchKeys.count);
    touched += otherState.touch(batchKeys.first, batchKeys.count);
    if (packed != null) {
      packed.load(newBatch);
      if (!newBatch.isAppendOnly()) {
        batchKeys.net(packed, weights);
      }
    }
    ownRows.begin(newBatch, newOutput);
    goneRows.begin(newBatch, newOutput);
    comeRows.begin(newBatch, newOutput);
    if (candidates == null) {
      pairs.begin(newBatch, newOutput);
    } else {
      candidates.begin(newBatch, newOutput);
    }
    phase = candidates == null ? Phase.JOIN : Phase.JUDGE;
    key = 0;
    met = null;
    keyOpen = false;
    keptNumber = 0;
  }

  /**
   * Goes on until a batch or so is put out.
   *
   * @return whether the batch is joined with everything and kept
   */
  boolean proceed() {
    ownState.findAgain(keys);
    otherState.findAgain(keys);
    if (phase == Phase.JUDGE) {
      if (!judge()) {
        return false;
      }
      candidates.end();
      phase = Phase.APPLY;
      key = 0;
    }
    if (!(phase == Phase.JOIN ? join() : apply())) {
      return false;
    }
    goneRows.end();
    if (candidates == null) {
      pairs.end();
    }
    ownRows.end();
    comeRows.end();
    return true;
  }

  /**
   * Drops rows of a side that has no matches to keep, without bringing them together with others.
   *
   * @param gone the rows with negative weights, each with a key
   */
  void forget(ChangeBatch gone) {
    loadWeights(gone);
    keys.load(gone, own.keys());
    ownState.findOrAdd(keys);
    batchKeys.load(ownState.table(), ownState.slots(), gone.rowCount(), weights);
    packed.load(gone);
    batchKeys.net(packed, weights);
    for (int i = 0; i < batchKeys.count; i++) {
      keep(batchKeys.first[i], false);
    }
  }

  private void loadWeights(ChangeBatch batch) {
    int rows = batch.rowCount();
    if (weights.length < rows) {
      weights = new long[rows];
    }
    if (batch.isAppendOnly()) {
      Arrays.fill(weights, 0, rows, 1);
      return;
    }
    ArrowBuf data = batch.weights().getDataBuffer();
    for (int i = 0; i < rows; i++) {
      weights[i] = data.getLong(8L * i);
    }
  }

  /** Where equal keys are enough: brings rows together and keeps them, key by key. */
  private boolean join() {
    for (; key < batchKeys.count; key++) {
      int row = batchKeys.first[key];
      if (!keyOpen) {
        keyOpen = true;
        change = other.emitted(batchKeys.after[key] > 0) - other.emitted(batchKeys.before[key] > 0);
        boolean meets = emitsPairs && !batchKeys.isNothing(row, weights);
        met = otherState.has(row) && (meets || change != 0) ? open(row) : null;
      }
      if (!meet(row)) {
        return false;
      }
      if (own.dependsOnMatches() && own.emitted(otherState.count(row) > 0) > 0) {
        for (int i = row; i >= 0; i = batchKeys.next[i]) {
          ownRows.add(i, weights[i]);
        }
      }
      keep(row, candidates != null);
      keyOpen = false;
    }
    return true;
  }

  private Entries open(int row) {
    otherState.beginKey(keys, row);
    return otherState.nextEntries();
  }

  /** Brings the rows of a key together with all rows that the other side has of it. */
  private boolean meet(int row) {
    OutputRows alone = change < 0 ? goneRows : comeRows;
    while (met != null) {
      while (met.next()) {
        if (change != 0) {
          alone.add(row, met.bytes, met.row(), met.length(), change * met.weight());
        }
        for (int i = emitsPairs ? row : -1; i >= 0; i = batchKeys.next[i]) {
          pairs.add(i, met.bytes, met.row(), met.length(), weights[i] * met.weight());
        }
        if (output.isEnough()) {
          return false;
        }
      }
      met = otherState.nextEntries();
    }
    return true;
  }

  /** Keeps the rows of a key. */
  private void keep(int firstRow, boolean judged) {
    ownState.beginKey(keys, firstRow);
    for (int i = packed == null ? -1 : firstRow; i >= 0; i = batchKeys.next[i]) {
      if (weights[i] != 0) {
        ownState.add(
            packed.bytes(),
            packed.start(i),
            packed.length(i),
            weights[i],
            judged ? candidates.rowMatches(i) : 0);
      }
    }
    ownState.endKey();
  }

  /** Where a condition decides: first all pairs are judged, and those put out that match. */
  private boolean judge() {
    for (; key < batchKeys.count; key++) {
      int row = batchKeys.first[key];
      if (!keyOpen) {
        keyOpen = true;
        met = meets(row) ? open(row) : null;
      }
      while (met != null) {
        while (met.next()) {
          candidates.beginKept();
          for (int i = row; i >= 0; i = batchKeys.next[i]) {
            candidates.add(i, weights[i], met.bytes, met.row(), met.length(), met.weight());
          }
          if (output.isEnough()) {
            return false;
          }
        }
        met = otherState.nextEntries();
      }
      keyOpen = false;
    }
    return true;
  }

  private boolean meets(int row) {
    return otherState.has(row) && !batchKeys.isNothing(row, weights);
  }

  /** Then rows are put out by themselves where they need to be, and the batch is kept. */
  private boolean apply() {
    for (; key < batchKeys.count; key++) {
      int row = batchKeys.first[key];
      if (!keyOpen) {
        keyOpen = true;
        met = other.dependsOnMatches() && meets(row) ? open(row) : null;
        applies = met != null;
      }
      if (!applyMatches(row)) {
        return false;
      }
      if (applies) {
        otherState.endKey();
      }
      for (int i = own.dependsOnMatches() ? row : -1; i >= 0; i = batchKeys.next[i]) {
        if (own.emitted(candidates.rowMatches(i) > 0) > 0) {
          ownRows.add(i, weights[i]);
        }
      }
      keep(row, candidates != null);
      keyOpen = false;
    }
    return true;
  }

  /** Goes through the other side's rows of a key in the same order again. */
  private boolean applyMatches(int row) {
    while (met != null) {
      while (met.next()) {
        long delta = candidates.keptMatches(keptNumber++);
        if (delta != 0) {
          long before = met.matches();
          int changed = other.emitted(before + delta > 0) - other.emitted(before > 0);
          (changed < 0 ? goneRows : comeRows)
              .add(row, met.bytes, met.row(), met.length(), changed * met.weight());
          otherState.addMatches(delta);
        }
        if (output.isEnough()) {
          return false;
        }
      }
      met = otherState.nextEntries();
    }
    return true;
  }
}
