package io.millrace.benchmarks.state;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.state.KeyBatch;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.RecordSnapshot;
import io.millrace.executor.state.RecordTable;
import io.millrace.executor.state.table.MemoryBudget;
import io.millrace.executor.state.table.PagePool;
import io.millrace.executor.state.table.PagedRecordTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * COUNT, SUM and MAX of 10 million rows by 1 million random keys, in one thread: a record table fed
 * from Arrow batches beside a {@code HashMap<Long, long[]>}. Rounds alternate; arguments: rounds.
 */
public final class RecordTableBenchmark {
  private static final int ROWS = 10_000_000;
  private static final int KEYS = 1_000_000;
  private static final int BATCH = 4096;
  private static final DataType BIGINT = DataType.of(TypeKind.BIGINT).notNull();

  private RecordTableBenchmark() {}

  public static void main(String[] arguments) {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 4;
    List<ChangeBatch> batches = batches();
    PagePool pool = new PagePool(1L << 30);
    for (int round = 1; round <= rounds; round++) {
      long start = System.nanoTime();
      long expected = hashMap(batches);
      long middle = System.nanoTime();
      long found = recordTable(batches, pool, false);
      long end = System.nanoTime();
      long again = recordTable(batches, pool, true);
      long last = System.nanoTime();
      if (found != expected || again != expected) {
        throw new IllegalStateException(found + " is not " + expected);
      }
      System.out.printf(
          "round %d: HashMap %.1f M rows/s, record table %.1f M rows/s,"
              + " with 5 freezes %.1f M rows/s%n",
          round, rate(start, middle), rate(middle, end), rate(end, last));
    }
  }

  private static double rate(long start, long end) {
    return ROWS * 1e3 / (end - start);
  }

  private static List<ChangeBatch> batches() {
    RowType rowType = RowType.of(new Column("k", BIGINT), new Column("v", BIGINT));
    RootAllocator allocator = new RootAllocator();
    SplittableRandom random = new SplittableRandom(1);
    List<ChangeBatch> batches = new ArrayList<>();
    for (int first = 0; first < ROWS; first += BATCH) {
      int count = Math.min(BATCH, ROWS - first);
      FieldVector[] vectors = ArrowTypes.newVectors(rowType, allocator);
      BigIntVector keys = (BigIntVector) vectors[0];
      BigIntVector values = (BigIntVector) vectors[1];
      keys.allocateNew(count);
      values.allocateNew(count);
      for (int row = 0; row < count; row++) {
        keys.set(row, random.nextInt(KEYS));
        values.set(row, random.nextLong(1000));
      }
      keys.setValueCount(count);
      values.setValueCount(count);
      batches.add(ChangeBatch.of(rowType, vectors, null, count));
    }
    return batches;
  }

  private static long hashMap(List<ChangeBatch> batches) {
    HashMap<Long, long[]> map = new HashMap<>();
    for (ChangeBatch batch : batches) {
      BigIntVector keys = (BigIntVector) batch.column(0);
      BigIntVector values = (BigIntVector) batch.column(1);
      for (int row = 0; row < batch.rowCount(); row++) {
        long value = values.get(row);
        long[] state = map.get(keys.get(row));
        if (state == null) {
          state = new long[] {0, 0, Long.MIN_VALUE};
          map.put(keys.get(row), state);
        }
        state[0]++;
        state[1] += value;
        state[2] = Math.max(state[2], value);
      }
    }
    long checksum = 0;
    for (long[] state : map.values()) {
      checksum += state[0] * 31 + state[1] * 17 + state[2];
    }
    return checksum;
  }

  private static long recordTable(List<ChangeBatch> batches, PagePool pool, boolean freezes) {
    PagedRecordTable table =
        new PagedRecordTable(
            new RecordLayout(List.of(BIGINT), 3, List.of()),
            pool,
            new MemoryBudget(Long.MAX_VALUE),
            null);
    KeyBatch keys = new KeyBatch(List.of(BIGINT));
    int[] slots = new int[BATCH];
    int number = 0;
    for (ChangeBatch batch : batches) {
      keys.load(batch, List.of(0));
      table.findOrAdd(keys, slots);
      update(table, (BigIntVector) batch.column(1), slots, batch.rowCount());
      if (freezes && ++number % (batches.size() / 5) == 0) {
        var frozen = table.freeze();
        frozen.close();
        table.durable(frozen.version());
      }
    }
    long checksum = 0;
    try (RecordSnapshot snapshot = table.snapshot();
        RecordSnapshot.Cursor cursor = snapshot.cursor()) {
      while (cursor.next()) {
        long[] words = cursor.words();
        int at = cursor.offset();
        checksum += words[at] * 31 + words[at + 1] * 17 + words[at + 2];
      }
    }
    return checksum;
  }

  private static void update(RecordTable table, BigIntVector values, int[] slots, int count) {
    for (int row = 0; row < count; row++) {
      int slot = slots[row];
      long[] page = table.writablePage(slot);
      int at = table.offset(slot);
      long value = values.get(row);
      if (page[at] == 0) {
        page[at + 2] = Long.MIN_VALUE;
      }
      page[at]++;
      page[at + 1] += value;
      page[at + 2] = Math.max(page[at + 2], value);
    }
  }
}
