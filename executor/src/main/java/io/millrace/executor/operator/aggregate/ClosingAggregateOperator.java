package io.millrace.executor.operator.aggregate;

import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TimestampUnit;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.element.Barrier;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.record.RecordView;
import io.millrace.executor.operator.record.TouchedRecords;
import io.millrace.executor.operator.watermark.OpenRows;
import io.millrace.executor.operator.watermark.PastTimes;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.Redistribution;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.FieldVector;

/**
 * Groups rows that only come and aggregates them; each group is put out once, when its time is past
 * at the watermark, and forgotten. Besides the groups' records it keeps their keys by their times,
 * so that closing costs what is closed. No row comes for a group that is closed: a filter before it
 * keeps late rows away.
 */
public final class ClosingAggregateOperator implements Operator {
  private static final int CHUNK = TouchedRecords.CHUNK;

  private final ExecNode.GroupAggregate node;
  private final OperatorContext context;
  private final AggregateProgram program;
  private final List<Accumulator> accumulators;
  private final RecordTable groups;
  private final KeyBatch keys;
  private final RowType keyType;
  private final List<Integer> keyNumbers;
  private final GroupRows rows;
  private final ArgumentColumns arguments;
  private final OpenRows open;
  private final TouchedRecords closed;
  private final ResultColumn[] results;
  private final RecordView records;
  private final boolean[] exists = new boolean[CHUNK];
  private final int[] resultRows = IntStream.range(0, CHUNK).toArray();
  private final TimestampUnit unit;
  private long watermark = Barrier.NO_WATERMARK;

  private ClosingAggregateOperator(
      ExecNode.GroupAggregate node, RowType inputType, OperatorContext context) {
    this.node = node;
    this.context = context;
    this.unit = TimestampUnit.of(inputType.type(node.closing().column()));
    this.program = new AggregateProgram(node, inputType, context);
    this.accumulators = program.accumulators();
    RecordLayout layout = program.layout();
    this.groups = context.state().records("groups", layout, Redistribution.byKey(node.groupKeys()));
    this.keys = new KeyBatch(layout.keyTypes());
    this.keyType = inputType.project(node.groupKeys());
    this.keyNumbers = IntStream.range(0, keyType.size()).boxed().toList();
    this.rows = new GroupRows(groups);
    this.arguments = new ArgumentColumns(inputType);
    this.open =
        new OpenRows(
            inputType, node.groupKeys(), node.groupKeys(), node.closing(), context, "open");
    this.closed = new TouchedRecords(keyType, keyNumbers, 0, List.of(), context.allocator());
    this.results = new ResultColumn[node.aggregates().size()];
    for (int i = 0; i < results.length; i++) {
      results[i] = new ResultColumn(node.rowType().column(keyType.size() + i));
    }
    this.records = RecordView.ofTable(groups);
    Arrays.fill(exists, true);
  }

  public static OperatorFactory factory(ExecNode.GroupAggregate node, RowType inputType) {
    return context -> new ClosingAggregateOperator(node, inputType, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    rows.resize(batch.rowCount());
    keys.load(batch, node.groupKeys());
    groups.findOrAdd(keys, rows.slots);
    count(batch);
    arguments.begin(batch);
    for (Contribution contribution : program.contributions()) {
      contribution.compute(batch, null);
    }
    for (DistinctValues values : program.distinctValues()) {
      values.add(batch, keys);
    }
    for (Accumulator accumulator : accumulators) {
      accumulator.add(rows, arguments, keys);
    }
    arguments.end();
  }

  /** Readies the rows' records for change and counts rows; a group's first one opens it. */
  private void count(ChangeBatch batch) {
    for (int i = 0; i < batch.rowCount(); i++) {
      int slot = rows.slots[i];
      long[] page = groups.writablePage(slot);
      int at = groups.offset(slot);
      rows.pages[i] = page;
      rows.offsets[i] = at;
      if (page[at + AggregateProgram.ROW_COUNT]++ == 0) {
        open.add(keys.hash(i), batch, i);
      }
    }
  }

  @Override
  public void advance(long newWatermark) {
    watermark = newWatermark;
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    long past = PastTimes.upTo(watermark, node.closing().delay(), unit);
    ChangeBatch closing = open.past(past, CHUNK);
    if (closing != null) {
      try {
        output.emit(close(closing));
      } finally {
        closing.release();
      }
      return false;
    }
    boolean forgotten = true;
    for (DistinctValues values : program.distinctValues()) {
      forgotten &= values.forget(past);
    }
    return forgotten;
  }

  /** The rows of groups; they are removed. */
  private ChangeBatch close(ChangeBatch groupKeys) {
    int count = groupKeys.rowCount();
    TouchedRecords.Chunk chunk = find(groupKeys);
    records.open(chunk);
    for (Accumulator accumulator : accumulators) {
      accumulator.complete(records, count, keys, groupKeys);
    }
    FieldVector[] columns = new FieldVector[node.rowType().size()];
    for (int i = 0; i < keyType.size(); i++) {
      columns[i] = VectorGather.gather(chunk.keys()[i], resultRows, count, context.allocator());
    }
    for (int i = 0; i < results.length; i++) {
      program.results().get(i).compute(records, count, exists, results[i], 0, true);
      columns[keyType.size() + i] = results[i].toVector(resultRows, count, context.allocator());
      results[i].clear();
    }
    for (int i = 0; i < count; i++) {
      groups.remove(chunk.slots()[i]);
      records.pages[i] = null;
    }
    closed.putBack(chunk);
    return ChangeBatch.of(node.rowType(), columns, null, count);
  }

  private TouchedRecords.Chunk find(ChangeBatch groupKeys) {
    int count = groupKeys.rowCount();
    rows.resize(count);
    keys.load(groupKeys, keyNumbers);
    groups.find(keys, rows.slots);
    closed.beginBatch(groupKeys, groups.moves());
    for (int i = 0; i < count; i++) {
      int slot = rows.slots[i];
      closed.add(groups, slot, groups.page(slot), groups.offset(slot), i);
    }
    closed.endBatch();
    return closed.poll();
  }

  @Override
  public void close() {
    closed.close();
  }
}
