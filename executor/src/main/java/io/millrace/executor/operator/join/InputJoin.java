package io.millrace.executor.operator.join;

import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.Output;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordTable;
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

  /** Joins a batch, each of whose rows may match. */
  void process(ChangeBatch batch, Output output) {
    loadWeights(batch);
    keys.load(batch, own.keys());
    int[] slots = ownState.findOrAdd(keys);
    batchKeys.load(
        ownState.table(), slots, batch.rowCount(), batch.isAppendOnly() ? null : weights);
    int[] otherSlots = otherState.find(keys);
    touched += ownState.touch(batchKeys.first, batchKeys.count);
    touched += otherState.touch(batchKeys.first, batchKeys.count);
    if (packed != null) {
      packed.load(batch);
      if (!batch.isAppendOnly()) {
        batchKeys.net(packed, weights);
      }
    }
    ownRows.begin(batch, output);
    goneRows.begin(batch, output);
    comeRows.begin(batch, output);
    if (candidates == null) {
      joinByKey(batch, output, otherSlots);
    } else {
      joinByCondition(batch, output, otherSlots);
    }
    ownRows.end();
    comeRows.end();
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

  private void joinByKey(ChangeBatch batch, Output output, int[] otherSlots) {
    pairs.begin(batch, output);
    for (int key = 0; key < batchKeys.count; key++) {
      int row = batchKeys.first[key];
      boolean matchedBefore = batchKeys.before[key] > 0;
      boolean matchedNow = batchKeys.after[key] > 0;
      int change = other.emitted(matchedNow) - other.emitted(matchedBefore);
      int otherSlot = otherSlots[row];
      boolean meets = emitsPairs && !batchKeys.isNothing(row, weights);
      if (otherSlot != RecordTable.ABSENT && (meets || change != 0)) {
        meet(row, change);
      }
      if (own.dependsOnMatches() && own.emitted(otherState.count(otherSlot) > 0) > 0) {
        for (int i = row; i >= 0; i = batchKeys.next[i]) {
          ownRows.add(i, weights[i]);
        }
      }
      keep(row, false);
    }
    goneRows.end();
    pairs.end();
  }

  /** Brings the rows of a key together with all rows that the other side has of it. */
  private void meet(int row, int change) {
    OutputRows alone = change < 0 ? goneRows : comeRows;
    otherState.beginKey(keys, row);
    for (Entries met = otherState.nextEntries(); met != null; met = otherState.nextEntries()) {
      while (met.next()) {
        if (change != 0) {
          alone.add(row, met.bytes, met.row(), met.length(), change * met.weight());
        }
        for (int i = emitsPairs ? row : -1; i >= 0; i = batchKeys.next[i]) {
          pairs.add(i, met.bytes, met.row(), met.length(), weights[i] * met.weight());
        }
      }
    }
  }

  /** Keeps the rows of a key. */
  private void keep(int firstRow, boolean counted) {
    ownState.beginKey(keys, firstRow);
    if (packed != null) {
      for (int i = firstRow; i >= 0; i = batchKeys.next[i]) {
        if (weights[i] != 0) {
          ownState.add(
              packed.bytes(),
              packed.start(i),
              packed.length(i),
              weights[i],
              counted ? candidates.rowMatches(i) : 0);
        }
      }
    }
    ownState.endKey();
  }

  /** First all pairs are judged; then those rows are put out by themselves that need to be. */
  private void joinByCondition(ChangeBatch batch, Output output, int[] otherSlots) {
    candidates.begin(batch, output);
    for (int key = 0; key < batchKeys.count; key++) {
      int row = batchKeys.first[key];
      if (otherSlots[row] != RecordTable.ABSENT && !batchKeys.isNothing(row, weights)) {
        addCandidates(row);
      }
    }
    candidates.end();
    int keptNumber = 0;
    for (int key = 0; key < batchKeys.count; key++) {
      int row = batchKeys.first[key];
      if (other.dependsOnMatches()
          && otherSlots[row] != RecordTable.ABSENT
          && !batchKeys.isNothing(row, weights)) {
        keptNumber = applyMatches(row, keptNumber);
      }
      if (own.dependsOnMatches()) {
        for (int i = row; i >= 0; i = batchKeys.next[i]) {
          if (own.emitted(candidates.rowMatches(i) > 0) > 0) {
            ownRows.add(i, weights[i]);
          }
        }
      }
      keep(row, true);
    }
    goneRows.end();
  }

  private void addCandidates(int row) {
    otherState.beginKey(keys, row);
    for (Entries met = otherState.nextEntries(); met != null; met = otherState.nextEntries()) {
      while (met.next()) {
        candidates.beginKept();
        for (int i = row; i >= 0; i = batchKeys.next[i]) {
          candidates.add(i, weights[i], met.bytes, met.row(), met.length(), met.weight());
        }
      }
    }
  }

  /** Goes through the other side's rows of a key in the same order again. */
  private int applyMatches(int row, int firstNumber) {
    int number = firstNumber;
    otherState.beginKey(keys, row);
    for (Entries met = otherState.nextEntries(); met != null; met = otherState.nextEntries()) {
      while (met.next()) {
        long delta = candidates.keptMatches(number++);
        if (delta == 0) {
          continue;
        }
        long before = met.matches();
        int change = other.emitted(before + delta > 0) - other.emitted(before > 0);
        if (change != 0) {
          (change < 0 ? goneRows : comeRows)
              .add(row, met.bytes, met.row(), met.length(), change * met.weight());
        }
        otherState.addMatches(delta);
      }
    }
    otherState.endKey();
    return number;
  }
}
