package io.millrace.executor.operator.aggregate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.data.VectorValues;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.record.RecordView;
import io.millrace.executor.operator.record.TouchedRecords;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.Redistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;

/**
 * Groups rows and aggregates them. During an epoch batches are added to the groups' records; at its
 * end each group whose results differ from those before the epoch puts out its old row and its new
 * one (or, for upserts, the new one alone).
 */
public final class GroupAggregateOperator implements Operator {
  private static final int CHUNK = TouchedRecords.CHUNK;

  private final ExecNode.GroupAggregate node;
  private final OperatorContext context;
  private final AggregateProgram program;
  private final List<Accumulator> accumulators;
  private final boolean upsert;
  private final boolean global;
  private final RecordTable groups;
  private final KeyBatch keys;
  private final RowType keyType;
  private final List<Integer> keyNumbers;
  private final GroupRows rows;
  private final ArgumentColumns arguments;
  private final TouchedRecords touched;
  private final ResultColumn[] results;
  private final RecordView before;
  private final RecordView after;
  private final boolean[] existed = new boolean[CHUNK];
  private final boolean[] exists = new boolean[CHUNK];
  private final boolean[] changed = new boolean[CHUNK];
  private final int[] keyRows = new int[2 * CHUNK];
  private final int[] resultRows = new int[2 * CHUNK];
  private final long[] outputWeights = new long[2 * CHUNK];
  private long[] weights = {};

  private GroupAggregateOperator(
      ExecNode.GroupAggregate node, RowType inputType, OperatorContext context) {
    this.node = node;
    this.context = context;
    this.program = new AggregateProgram(node, inputType, context);
    this.accumulators = program.accumulators();
    this.upsert = node.changelog() == ChangelogMode.UPSERT;
    this.global = node.groupKeys().isEmpty();
    RecordLayout layout = program.layout();
    this.groups = context.state().records("groups", layout, Redistribution.byKey(node.groupKeys()));
    this.keys = new KeyBatch(layout.keyTypes());
    this.keyType = inputType.project(node.groupKeys());
    this.keyNumbers = IntStream.range(0, keyType.size()).boxed().toList();
    this.rows = new GroupRows(groups);
    this.arguments = new ArgumentColumns(inputType);
    this.touched =
        new TouchedRecords(
            keyType,
            node.groupKeys(),
            layout.valueWords(),
            layout.byteCells(),
            context.allocator());
    this.results = new ResultColumn[node.aggregates().size()];
    for (int i = 0; i < results.length; i++) {
      results[i] = new ResultColumn(node.rowType().column(keyType.size() + i));
    }
    this.before = RecordView.ofCopies(layout);
    this.after = RecordView.ofTable(groups);
  }

  public static OperatorFactory factory(ExecNode.GroupAggregate node, RowType inputType) {
    return context -> new GroupAggregateOperator(node, inputType, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    int count = batch.rowCount();
    rows.resize(count);
    keys.load(batch, node.groupKeys());
    groups.findOrAdd(keys, rows.slots);
    long[] rowWeights = weightsOf(batch);
    touch(batch, rowWeights);
    arguments.begin(batch);
    for (Contribution contribution : program.contributions()) {
      contribution.compute(batch, rowWeights);
    }
    for (DistinctValues values : program.distinctValues()) {
      values.add(batch, keys);
    }
    for (Accumulator accumulator : accumulators) {
      accumulator.add(rows, arguments, keys);
    }
    arguments.end();
  }

  private long[] weightsOf(ChangeBatch batch) {
    if (batch.isAppendOnly()) {
      return null;
    }
    int count = batch.rowCount();
    if (weights.length < count) {
      weights = new long[count];
    }
    ArrowBuf data = batch.weights().getDataBuffer();
    for (int i = 0; i < count; i++) {
      weights[i] = data.getLong(8L * i);
    }
    return weights;
  }

  /** Readies the rows' records for change, keeps those not yet touched, and counts rows. */
  private void touch(ChangeBatch batch, long[] rowWeights) {
    touched.beginBatch(batch, groups.moves());
    int count = batch.rowCount();
    int[] slots = rows.slots;
    long[][] pages = rows.pages;
    int[] offsets = rows.offsets;
    for (int i = 0; i < count; i++) {
      int slot = slots[i];
      long[] page = groups.writablePage(slot);
      int at = groups.offset(slot);
      pages[i] = page;
      offsets[i] = at;
      if ((page[at + AggregateProgram.MARKS] & AggregateProgram.TOUCHED) == 0) {
        touched.add(groups, slot, page, at, i);
        page[at + AggregateProgram.MARKS] |= AggregateProgram.TOUCHED;
      }
      page[at + AggregateProgram.ROW_COUNT] += rowWeights == null ? 1 : rowWeights[i];
    }
    touched.endBatch();
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    if (global && context.worker() == 0 && touched.isEmpty() && groups.size() == 0) {
      touchGlobalGroup();
    }
    boolean emitted = false;
    while (!emitted && !touched.isEmpty()) {
      TouchedRecords.Chunk chunk = touched.poll();
      try {
        emitted = finish(chunk, output);
      } finally {
        touched.putBack(chunk);
      }
    }
    return touched.isEmpty();
  }

  /** Over no rows there is a group too. */
  private void touchGlobalGroup() {
    ChangeBatch one = ChangeBatch.of(keyType, new FieldVector[0], null, 1);
    rows.resize(1);
    keys.load(one, List.of());
    groups.findOrAdd(keys, rows.slots);
    touch(one, new long[1]);
    one.release();
  }

  /** Puts a chunk of touched groups out; returns whether any had changed. */
  private boolean finish(TouchedRecords.Chunk chunk, Output output) {
    int count = chunk.size();
    ChangeBatch columns = ChangeBatch.of(keyType, chunk.keys(), null, count);
    openViews(chunk, columns);
    for (Accumulator accumulator : accumulators) {
      accumulator.complete(after, count, keys, columns);
    }
    judge(chunk);
    int rowCount = changedRows(count);
    if (rowCount > 0) {
      output.emit(changes(chunk, rowCount));
    }
    for (ResultColumn result : results) {
      result.clear();
    }
    for (int g = 0; g < count; g++) {
      if (!exists[g]) {
        groups.remove(chunk.slots()[g]);
      }
      after.pages[g] = null;
    }
    return rowCount > 0;
  }

  private void openViews(TouchedRecords.Chunk chunk, ChangeBatch columns) {
    boolean complete = accumulators.stream().anyMatch(Accumulator::needsCompletion);
    boolean find = !touched.areSlotsValid(groups.moves());
    if (find || complete) {
      keys.load(columns, keyNumbers);
    }
    if (find) {
      groups.find(keys, chunk.slots());
    }
    before.open(chunk);
    after.open(chunk);
  }

  /** Finds out which groups were there, are there, and differ. */
  private void judge(TouchedRecords.Chunk chunk) {
    int count = chunk.size();
    for (int g = 0; g < count; g++) {
      long[] page = after.pages[g];
      int at = after.offsets[g];
      long rowCount = page[at + AggregateProgram.ROW_COUNT];
      if (rowCount < 0) {
        throw tooManyTakenBack(chunk, g, -rowCount);
      }
      int old = before.offsets[g];
      existed[g] =
          global
              ? (before.pages[g][old + AggregateProgram.MARKS] & AggregateProgram.EMITTED) != 0
              : before.pages[g][old + AggregateProgram.ROW_COUNT] > 0;
      exists[g] = global || rowCount > 0;
      page[at + AggregateProgram.MARKS] = global ? AggregateProgram.EMITTED : 0;
      changed[g] = existed[g] != exists[g];
    }
    for (int i = 0; i < results.length; i++) {
      Result result = program.results().get(i);
      result.compute(before, count, existed, results[i], 0, false);
      result.compute(after, count, exists, results[i], CHUNK, true);
      results[i].compare(count, changed);
    }
  }

  private MillraceException tooManyTakenBack(TouchedRecords.Chunk chunk, int group, long rows) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < chunk.keys().length; i++) {
      values.add(
          keyType.column(i).name()
              + " = "
              + VectorValues.get(chunk.keys()[i], keyType.type(i), group));
    }
    return new MillraceException(
        ErrorCode.INTERNAL_ERROR,
        context.name() + ": " + rows + " more rows were taken back than had come, for " + values);
  }

  /** Lists the rows to put out; returns how many. */
  private int changedRows(int count) {
    int next = 0;
    for (int g = 0; g < count; g++) {
      if (!changed[g] || !(existed[g] || exists[g])) {
        continue;
      }
      if (existed[g] && !(upsert && exists[g])) {
        keyRows[next] = g;
        resultRows[next] = upsert ? -1 : g;
        outputWeights[next++] = -1;
      }
      if (exists[g]) {
        keyRows[next] = g;
        resultRows[next] = CHUNK + g;
        outputWeights[next++] = 1;
      }
    }
    return next;
  }

  private ChangeBatch changes(TouchedRecords.Chunk chunk, int count) {
    FieldVector[] columns = new FieldVector[node.rowType().size()];
    for (int i = 0; i < chunk.keys().length; i++) {
      columns[i] = VectorGather.gather(chunk.keys()[i], keyRows, count, context.allocator());
    }
    for (int i = 0; i < results.length; i++) {
      columns[chunk.keys().length + i] =
          results[i].toVector(resultRows, count, context.allocator());
    }
    return ChangeBatch.of(node.rowType(), columns, weights(count), count);
  }

  private BigIntVector weights(int count) {
    boolean insertsOnly = true;
    for (int i = 0; i < count; i++) {
      insertsOnly &= outputWeights[i] > 0;
    }
    if (insertsOnly) {
      return null;
    }
    BigIntVector vector = new BigIntVector("weight", context.allocator());
    vector.allocateNew(count);
    ArrowBuf data = vector.getDataBuffer();
    for (int i = 0; i < count; i++) {
      data.setLong(8L * i, outputWeights[i]);
      BitVectorHelper.setBit(vector.getValidityBuffer(), i);
    }
    vector.setValueCount(count);
    return vector;
  }

  @Override
  public void close() {
    touched.close();
  }
}
