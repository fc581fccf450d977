package io.millrace.executor.operator.rank;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.RankFunction;
import io.millrace.core.plan.SortColumn;
import io.millrace.core.type.Column;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.operator.Operator;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.packed.PackedLayout;
import io.millrace.executor.operator.packed.PackedOrder;
import io.millrace.executor.operator.packed.PackedRows;
import io.millrace.executor.operator.record.TouchedRecords;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.Redistribution;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Numbers the first rows of each partition of an input that only inserts. Only they are kept, all
 * rows of a partition in one record, and most other rows are passed over after one comparison.
 */
final class TopRowsOperator implements Operator {
  /** With more rows in a record, writing it for each one that is added would cost too much. */
  private static final int MOST_ROWS = 100;

  private final ExecNode.Rank node;
  private final OperatorContext context;
  private final RecordTable table;
  private final KeyBatch keys;
  private final KeyBatch touchedKeys;
  private final RowType keyType;
  private final List<Integer> keyNumbers;
  private final SortKeys sorts;
  private final PackedRows packed;
  private final TopBatch candidates;
  private final TopRows rows;
  private final TopChanges changes;
  private final TouchedRecords touched;
  private int[] slots = new int[OperatorContext.BATCH_ROWS];

  /** What is being put out at the end of the epoch. */
  private TouchedRecords.Chunk chunk;

  private int nextRecord;

  private TopRowsOperator(ExecNode.Rank node, RowType inputType, OperatorContext context) {
    this.node = node;
    this.context = context;
    this.keyType =
        new RowType(node.partitionKeys().stream().<Column>map(inputType::column).toList());
    this.keyNumbers = IntStream.range(0, keyType.size()).boxed().toList();
    this.keys = new KeyBatch(keyNumbers.stream().map(keyType::type).toList());
    this.touchedKeys = new KeyBatch(keys.layout());
    this.table =
        context
            .state()
            .records(
                "top",
                new RecordLayout(keys.types(), TopRows.WORDS, List.of(TopRows.ROWS)),
                Redistribution.byKey(node.partitionKeys()));
    List<Integer> all = IntStream.range(0, inputType.size()).boxed().toList();
    PackedLayout layout = new PackedLayout(inputType, all);
    List<SortColumn> order =
        node.order().stream()
            .filter(sort -> !node.partitionKeys().contains(sort.column()))
            .toList();
    int most = (int) node.to();
    this.sorts = new SortKeys(inputType, order);
    this.packed = new PackedRows(layout);
    this.candidates = new TopBatch(most);
    this.rows = new TopRows(most, ties(layout, order, all));
    this.changes = new TopChanges(node, layout, context.allocator());
    this.touched =
        new TouchedRecords(keyType, node.partitionKeys(), 0, List.of(), context.allocator());
  }

  /** Rows that sort equal are in the order of the columns that they are not sorted by. */
  private PackedOrder ties(PackedLayout layout, List<SortColumn> order, List<Integer> all) {
    Set<Integer> sorted = new HashSet<>(node.partitionKeys());
    order.forEach(sort -> sorted.add(sort.column()));
    List<Integer> others = all.stream().filter(column -> !sorted.contains(column)).toList();
    List<Integer> zeros =
        IntStream.concat(
                IntStream.concat(
                    node.partitionKeys().stream().mapToInt(Integer::intValue),
                    order.stream().mapToInt(SortColumn::column)),
                others.stream().mapToInt(Integer::intValue))
            .boxed()
            .toList();
    return new PackedOrder(layout, others, zeros);
  }

  /** Whether a ranking can be done in this way. */
  static boolean fits(ExecNode.Rank node) {
    return node.function() == RankFunction.ROW_NUMBER
        && node.inputAppendOnly()
        && node.from() <= node.to()
        && node.to() <= MOST_ROWS;
  }

  static OperatorFactory factory(ExecNode.Rank node, RowType inputType) {
    return context -> new TopRowsOperator(node, inputType, context);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    int count = batch.rowCount();
    slots = slots.length < count ? new int[count] : slots;
    keys.load(batch, node.partitionKeys());
    table.findOrAdd(keys, slots);
    sorts.load(batch);
    candidates.load(table, slots, sorts, count);
    int chosen = candidates.partitions == 0 ? 0 : candidates.ends[candidates.partitions - 1];
    packed.load(batch, candidates.rows, chosen);
    touched.beginBatch(batch, table.moves());
    int from = 0;
    for (int i = 0; i < candidates.partitions; i++) {
      add(batch, from, candidates.ends[i]);
      from = candidates.ends[i];
    }
    touched.endBatch();
  }

  /** Adds rows of one partition. */
  private void add(ChangeBatch batch, int from, int end) {
    int slot = slots[candidates.rows[from]];
    rows.open(table, slot);
    boolean isTouched = table.page(slot)[table.offset(slot) + TopRows.GONE] != 0;
    if (!isTouched) {
      rows.number(node.from());
    }
    boolean changed = false;
    for (int i = from; i < end; i++) {
      int row = candidates.rows[i];
      for (long copies = copies(batch.weight(row)); copies > 0; copies--) {
        changed |= rows.add(sorts, row, packed.bytes(), packed.start(i), packed.length(i));
      }
    }
    if (changed) {
      if (!isTouched) {
        touched.add(table, slot, table.page(slot), table.offset(slot), candidates.rows[from]);
      }
      rows.write(table, slot);
    }
  }

  private long copies(long weight) {
    if (weight < 0) {
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR,
          context.name() + ": a row is taken back, but no row of this input ever is.");
    }
    return Math.min(weight, node.to());
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    while (changes.size() < OperatorContext.BATCH_ROWS && (chunk != null || !touched.isEmpty())) {
      if (chunk == null) {
        openChunk();
      }
      int slot = chunk.slots()[nextRecord++];
      rows.open(table, slot);
      rows.finish(table, slot, changes);
      if (nextRecord == chunk.size()) {
        touched.putBack(chunk);
        chunk = null;
      }
    }
    ChangeBatch batch = changes.take();
    if (batch != null) {
      output.emit(batch);
    }
    return chunk == null && touched.isEmpty();
  }

  private void openChunk() {
    chunk = touched.poll();
    nextRecord = 0;
    if (!touched.areSlotsValid(table.moves())) {
      touchedKeys.load(ChangeBatch.of(keyType, chunk.keys(), null, chunk.size()), keyNumbers);
      table.find(touchedKeys, chunk.slots());
    }
  }

  @Override
  public void close() {
    if (chunk != null) {
      touched.putBack(chunk);
      chunk = null;
    }
    touched.close();
  }
}
