package io.millrace.executor.operator.aggregate;

import io.millrace.core.plan.EventTime;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorGather;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.watermark.OpenRows;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.Redistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * How often each value of one column is there in each group, once for every filter that DISTINCT
 * aggregates use with it; turns weights of rows into changes of the number of distinct values.
 */
final class DistinctValues {
  private final List<Integer> keyColumns;
  private final RowType keyType;
  private final List<Contribution> rows;
  private final List<Contribution> values;
  private final BufferAllocator allocator;
  private final RecordTable counts;
  private final KeyBatch keys;

  /** The values of groups that close; null where none does. */
  private final OpenRows open;

  private int[] selection = {};
  private int[] slots = {};
  private int[] emptied = {};
  private long[][] pages = {};

  /**
   * @param closing the group's column by which groups close, or null
   * @param rows the weights of rows, for each filter
   * @param values gets the changes, for each filter
   */
  DistinctValues(
      int column,
      List<Integer> groupKeys,
      EventTime closing,
      RowType inputType,
      List<Contribution> rows,
      List<Contribution> values,
      OperatorContext context) {
    this.keyColumns = new ArrayList<>(groupKeys);
    keyColumns.add(column);
    this.keyType = inputType.project(keyColumns);
    this.rows = List.copyOf(rows);
    this.values = List.copyOf(values);
    this.allocator = context.allocator();
    List<DataType> types = keyType.columns().stream().map(Column::type).toList();
    this.keys = new KeyBatch(types);
    this.counts =
        context
            .state()
            .records(
                "distinct-" + column,
                new RecordLayout(types, rows.size(), List.of()),
                Redistribution.byKey(groupKeys));
    this.open =
        closing == null
            ? null
            : new OpenRows(inputType, keyColumns, groupKeys, closing, context, "open-" + column);
  }

  /**
   * Counts a batch; the weights of its rows are computed already.
   *
   * @param groups of the rows
   */
  void add(ChangeBatch batch, KeyBatch groups) {
    int size = batch.rowCount();
    resize(size);
    int selected = select(size);
    long[][] changes = new long[values.size()][];
    for (int f = 0; f < changes.length; f++) {
      changes[f] = values.get(f).ownWeights(size);
      Arrays.fill(changes[f], 0, size, 0);
    }
    if (selected == 0) {
      return;
    }
    find(batch, selected);
    for (int i = 0; i < selected; i++) {
      pages[i] = counts.writablePage(slots[i]);
    }
    int emptiedCount = 0;
    for (int i = 0; i < selected; i++) {
      int row = selection[i];
      int at = counts.offset(slots[i]);
      long[] page = pages[i];
      long all = 0;
      boolean known = open == null;
      for (int f = 0; f < changes.length; f++) {
        long[] weights = rows.get(f).weights();
        long old = page[at + f];
        known |= old != 0;
        long count = old + (weights == null ? 1 : weights[row]);
        page[at + f] = count;
        all |= count;
        changes[f][row] = (count > 0 ? 1 : 0) - (old > 0 ? 1 : 0);
      }
      if (!known) {
        open.add(groups.hash(row), batch, row);
      }
      if (all == 0) {
        emptied[emptiedCount++] = slots[i];
      }
    }
    Arrays.fill(pages, 0, selected, null);
    removeEmpty(emptiedCount);
  }

  /**
   * Drops values of groups that are closed, at most a batch.
   *
   * @return whether there are no more
   */
  boolean forget(long past) {
    ChangeBatch values = open.past(past, OperatorContext.BATCH_ROWS);
    if (values == null) {
      return true;
    }
    int size = values.rowCount();
    resize(size);
    keys.load(values, IntStream.range(0, keyColumns.size()).boxed().toList());
    values.release();
    counts.find(keys, slots);
    for (int i = 0; i < size; i++) {
      counts.remove(slots[i]);
    }
    return false;
  }

  private void resize(int size) {
    if (slots.length < size) {
      slots = new int[size];
      selection = new int[size];
      emptied = new int[size];
      pages = new long[size][];
    }
  }

  /** Rows that count for any filter. */
  private int select(int size) {
    int selected = 0;
    for (int i = 0; i < size; i++) {
      boolean counts = false;
      for (Contribution contribution : rows) {
        long[] weights = contribution.weights();
        counts |= weights == null || weights[i] != 0;
      }
      if (counts) {
        selection[selected++] = i;
      }
    }
    return selected;
  }

  private void find(ChangeBatch batch, int selected) {
    if (selected == batch.rowCount()) {
      keys.load(batch, keyColumns);
      counts.findOrAdd(keys, slots);
      return;
    }
    FieldVector[] columns = new FieldVector[keyColumns.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          VectorGather.gather(batch.column(keyColumns.get(i)), selection, selected, allocator);
    }
    ChangeBatch some = ChangeBatch.of(keyType, columns, null, selected);
    keys.load(some, IntStream.range(0, columns.length).boxed().toList());
    some.release();
    counts.findOrAdd(keys, slots);
  }

  private void removeEmpty(int count) {
    Arrays.sort(emptied, 0, count);
    for (int i = 0; i < count; i++) {
      int slot = emptied[i];
      if ((i == 0 || emptied[i - 1] != slot) && isEmpty(slot)) {
        counts.remove(slot);
      }
    }
  }

  private boolean isEmpty(int slot) {
    long[] page = counts.page(slot);
    int at = counts.offset(slot);
    for (int f = 0; f < values.size(); f++) {
      if (page[at + f] != 0) {
        return false;
      }
    }
    return true;
  }
}
