package io.millrace.executor.operator.materialize;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.DataType;
import io.millrace.executor.data.BatchBuilder;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorValues;
import io.millrace.executor.operator.ContentScan;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.Output;
import io.millrace.executor.operator.ReadableOperator;
import io.millrace.executor.operator.record.RecordView;
import io.millrace.executor.operator.record.TouchedRecords;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.Redistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Keeps the rows of a view or table. Rows with a key come as upserts, or as a Z-set of which each
 * key has at most one row at the end of an epoch, whatever the order in between; rows without a key
 * are counted. A row that is deleted and not there, and a key with two rows, are errors: the
 * content would be wrong from then on.
 *
 * <p>When somebody listens, the net changes of each epoch are put out: what was there before and
 * what is there now.
 */
public final class MaterializeOperator implements ReadableOperator {
  private final ViewShape shape;
  private final boolean upsert;
  private final OperatorContext context;
  private final RecordTable table;
  private final KeyBatch keys;
  private final KeyBatch touchedKeys;
  private final List<Integer> keyNumbers;
  private final List<DataType> types;
  private final BatchRows rows;
  private final StrayRows strays = new StrayRows();
  private final TouchedRecords touched;
  private final TouchedRecords touchedWithoutImages;
  private final RecordView before;
  private final RecordView after;
  private final ViewChanges changes;
  private int[] slots = new int[OperatorContext.BATCH_ROWS];
  private boolean wanted;

  private MaterializeOperator(ViewShape shape, ChangelogMode input, OperatorContext context) {
    this.shape = shape;
    this.upsert = input == ChangelogMode.UPSERT;
    this.context = context;
    this.table = context.state().records("rows", shape.layout(), Redistribution.byKey(shape.key()));
    this.keys = new KeyBatch(shape.keyTypes());
    this.touchedKeys = new KeyBatch(shape.keyTypes());
    this.keyNumbers = IntStream.range(0, shape.key().size()).boxed().toList();
    this.types =
        IntStream.range(0, shape.rowType().size()).mapToObj(shape.rowType()::type).toList();
    this.rows = new BatchRows(shape.values());
    this.touched =
        new TouchedRecords(
            shape.keyType(),
            shape.key(),
            shape.layout().valueWords(),
            shape.layout().byteCells(),
            context.allocator());
    this.touchedWithoutImages =
        new TouchedRecords(shape.keyType(), shape.key(), 0, List.of(), context.allocator());
    this.before = RecordView.ofCopies(shape.layout());
    this.after = RecordView.ofTable(table);
    this.changes = new ViewChanges(shape, before, after);
  }

  /**
   * For a materialized view.
   *
   * @param input what the rows of the node's input mean
   */
  public static OperatorFactory factory(ExecNode.Materialize node, ChangelogMode input) {
    ViewShape shape = ViewShape.of(node);
    if (shape.bag() && input == ChangelogMode.UPSERT) {
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR, "Upserts cannot be kept without a key.");
    }
    return context -> new MaterializeOperator(shape, input, context);
  }

  /** For a table. */
  public static OperatorFactory factory(RelationSpec.Table table) {
    return factory(
        new ExecNode.Materialize(
            0,
            0,
            table.id(),
            table.primaryKey(),
            table.primaryKey().isEmpty(),
            table.rowType(),
            ChangelogMode.RETRACT),
        ChangelogMode.RETRACT);
  }

  @Override
  public void process(int input, ChangeBatch batch, Output output) {
    int count = batch.rowCount();
    if (slots.length < count) {
      slots = new int[count];
    }
    keys.load(batch, shape.key());
    table.findOrAdd(keys, slots);
    TouchedRecords images = touched();
    images.beginBatch(batch, table.moves());
    if (shape.bag()) {
      for (int i = 0; i < count; i++) {
        addToBag(images, i, batch.weight(i));
      }
    } else {
      rows.load(batch);
      for (int i = 0; i < count; i++) {
        apply(images, batch, i, batch.weight(i));
      }
      rows.clear();
    }
    images.endBatch();
  }

  private TouchedRecords touched() {
    return wanted ? touched : touchedWithoutImages;
  }

  private void addToBag(TouchedRecords images, int row, long weight) {
    int slot = slots[row];
    long[] page = table.writablePage(slot);
    int at = table.offset(slot);
    if (wanted || page[at + ViewShape.COUNT] + weight <= 0) {
      touch(images, row, slot, page, at);
    }
    page[at + ViewShape.COUNT] += weight;
  }

  private void touch(TouchedRecords images, int row, int slot, long[] page, int at) {
    if ((page[at] & ValueColumns.TOUCHED) == 0) {
      images.add(table, slot, page, at, row);
      page[at] |= ValueColumns.TOUCHED;
    }
  }

  private void apply(TouchedRecords images, ChangeBatch batch, int row, long weight) {
    int slot = slots[row];
    long[] page = table.writablePage(slot);
    int at = table.offset(slot);
    boolean present = (page[at] & ValueColumns.PRESENT) != 0;
    if (weight > 0) {
      if (wanted) {
        touch(images, row, slot, page, at);
      }
      if (upsert || weight == 1 && !present && strays.isEmpty()) {
        write(row, slot, page, at);
      } else {
        touch(images, row, slot, page, at);
        insert(batch, row, slot, page, at, weight);
      }
      return;
    }
    touch(images, row, slot, page, at);
    if (present && (upsert || weight == -1 && rows.equalsRecord(row, table, slot))) {
      page[at] &= ~ValueColumns.PRESENT;
    } else if (upsert) {
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR,
          context.name() + ": a row is deleted that is not there: " + key(batch, row));
    } else {
      strays.add(row(batch, row), shape.key(), types, weight);
    }
  }

  private void write(int row, int slot, long[] page, int at) {
    long marks = page[at] & ValueColumns.TOUCHED | ValueColumns.PRESENT;
    rows.write(row, table, slot, page, at, marks);
  }

  /** An insertion where a row is there already, or while other changes wait for their like. */
  private void insert(ChangeBatch batch, int row, int slot, long[] page, int at, long weight) {
    if ((page[at] & ValueColumns.PRESENT) != 0) {
      strays.add(current(batch, row, slot, page, at), shape.key(), types, 1);
      page[at] &= ~ValueColumns.PRESENT;
    }
    strays.add(row(batch, row), shape.key(), types, weight);
  }

  private Object[] row(ChangeBatch batch, int row) {
    Object[] values = new Object[batch.columnCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = VectorValues.get(batch.column(i), types.get(i), row);
    }
    return values;
  }

  /** The row in a record; its key is that of a row of the batch. */
  private Object[] current(ChangeBatch batch, int row, int slot, long[] page, int at) {
    Object[] values = row(batch, row);
    for (int v = 0; v < shape.values().count(); v++) {
      values[shape.values().column(v)] =
          RowDecoder.toObject(shape.values(), v, page, at, word -> bytes(slot, word));
    }
    return values;
  }

  private byte[] bytes(int slot, int word) {
    byte[] bytes = new byte[table.bytesLength(slot, word)];
    table.readBytes(slot, word, bytes, 0);
    return bytes;
  }

  private String key(ChangeBatch batch, int row) {
    List<String> values = new ArrayList<>();
    for (int column : shape.key()) {
      values.add(
          shape.rowType().column(column).name()
              + " = "
              + VectorValues.get(batch.column(column), types.get(column), row));
    }
    return values.toString();
  }

  @Override
  public boolean finishEpoch(long epoch, Output output) {
    settleStrays();
    TouchedRecords images = touched();
    boolean emitted = false;
    while (!emitted && !images.isEmpty()) {
      TouchedRecords.Chunk chunk = images.poll();
      try {
        emitted = finish(chunk, output);
      } finally {
        images.putBack(chunk);
      }
    }
    return images.isEmpty();
  }

  /** Writes what is left of rows that came out of order. */
  private void settleStrays() {
    if (strays.isEmpty()) {
      return;
    }
    try (BatchBuilder left = new BatchBuilder(shape.rowType(), context.allocator())) {
      for (StrayRows.Left stray : strays.takeAll()) {
        Object[] row = stray.onlyRow();
        if (row == null) {
          throw wrong(stray);
        }
        left.add(row, 1);
      }
      ChangeBatch batch = left.build();
      int count = batch.rowCount();
      slots = slots.length < count ? new int[count] : slots;
      keys.load(batch, shape.key());
      table.findOrAdd(keys, slots);
      rows.load(batch);
      for (int i = 0; i < count; i++) {
        long[] page = table.writablePage(slots[i]);
        int at = table.offset(slots[i]);
        if ((page[at] & ValueColumns.PRESENT) != 0) {
          throw twoRows(key(batch, i));
        }
        write(i, slots[i], page, at);
      }
      rows.clear();
      batch.release();
    }
  }

  private MillraceException wrong(StrayRows.Left stray) {
    List<String> key = new ArrayList<>();
    for (int i = 0; i < stray.key().size(); i++) {
      key.add(shape.keyType().column(i).name() + " = " + stray.key().get(i));
    }
    for (Map.Entry<List<Object>, Long> row : stray.rows().entrySet()) {
      if (row.getValue() < 0) {
        return new MillraceException(
            ErrorCode.INTERNAL_ERROR,
            context.name()
                + ": a row is deleted that is not there: "
                + row.getKey()
                + ", for "
                + key);
      }
    }
    return twoRows(key.toString());
  }

  private MillraceException twoRows(String key) {
    return new MillraceException(
        ErrorCode.INTERNAL_ERROR, context.name() + ": there would be two rows for " + key);
  }

  private boolean finish(TouchedRecords.Chunk chunk, Output output) {
    if (!touched().areSlotsValid(table.moves())) {
      touchedKeys.load(
          ChangeBatch.of(shape.keyType(), chunk.keys(), null, chunk.size()), keyNumbers);
      table.find(touchedKeys, chunk.slots());
    }
    after.open(chunk);
    if (wanted) {
      before.open(chunk);
    }
    for (int record = 0; record < chunk.size(); record++) {
      long[] page = after.pages[record];
      int at = after.offsets[record];
      page[at] &= ~ValueColumns.TOUCHED;
      if (shape.bag() && page[at + ViewShape.COUNT] < 0) {
        throw new MillraceException(
            ErrorCode.INTERNAL_ERROR,
            context.name() + ": a row is deleted that is not there: " + keyOf(chunk, record));
      }
      if (wanted) {
        changes.add(record);
      }
    }
    ChangeBatch batch = changes.take(chunk.keys(), context.allocator());
    if (batch != null) {
      output.emit(batch);
    }
    for (int record = 0; record < chunk.size(); record++) {
      long[] page = after.pages[record];
      int at = after.offsets[record];
      boolean present =
          shape.bag() ? page[at + ViewShape.COUNT] != 0 : (page[at] & ValueColumns.PRESENT) != 0;
      if (!present) {
        table.remove(chunk.slots()[record]);
      }
    }
    return batch != null;
  }

  private String keyOf(TouchedRecords.Chunk chunk, int record) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < chunk.keys().length; i++) {
      values.add(VectorValues.get(chunk.keys()[i], shape.keyTypes().get(i), record));
    }
    return values.toString();
  }

  @Override
  public RelationRows read(ReadRequest request) {
    return request.keys() == null
        ? new ViewRows(shape, request.columns(), table.snapshot())
        : new KeyLookup(shape, table, context.allocator()).find(request);
  }

  @Override
  public ContentScan scanContent() {
    return new ViewScan(shape, table.snapshot(), context.allocator());
  }

  @Override
  public void setChangelogWanted(boolean newWanted) {
    wanted = newWanted;
  }

  @Override
  public void close() {
    touched.close();
    touchedWithoutImages.close();
  }
}
