package io.millrace.executor.simulation;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.SourceConnector;
import io.millrace.executor.connector.SourceContext;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.data.ChangeBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * Sources whose rows {@code (k, v, split, row)} follow from their source's, their split's and their
 * own number. How much of them is there, and how many rows come at once, the simulation decides.
 */
final class SimulatedSource implements SourceConnector {
  private static final DataType BIGINT = DataType.of(TypeKind.BIGINT).notNull();

  static final RowType ROW_TYPE =
      RowType.of(
          new Column("k", BIGINT),
          new Column("v", BIGINT),
          new Column("split", BIGINT),
          new Column("row", BIGINT));

  private static final ConfigOption<Long> SPLITS =
      ConfigOption.bigint("splits", 1, 100, "how many splits there are").asRequired();
  private static final ConfigOption<Long> ROWS =
      ConfigOption.bigint("rows", 0, 100_000, "of each split").asRequired();
  private static final ConfigOption<Boolean> BOUNDED =
      ConfigOption.bool("bounded", "whether it ends").asRequired();

  private static final int KEYS = 23;
  private static final int VALUES = 17;

  private final Random random;
  private final boolean positionsAhead;
  private long released;

  /**
   * @param positionsAhead whether positions are broken: beyond the rows that were returned
   */
  SimulatedSource(Random random, boolean positionsAhead) {
    this.random = random;
    this.positionsAhead = positionsAhead;
  }

  static Map<String, String> options(int splits, int rows, boolean bounded) {
    return Map.of(
        "connector",
        "simulated",
        "splits",
        Integer.toString(splits),
        "rows",
        Integer.toString(rows),
        "bounded",
        Boolean.toString(bounded));
  }

  /** Lets more rows of each split be read. */
  void release(long rows) {
    released += rows;
  }

  static List<Object> row(long source, long split, long row) {
    return List.of(value(source, split, row, KEYS), value(row, source, split, VALUES), split, row);
  }

  private static long value(long a, long b, long c, int values) {
    long mixed = (a * 31 + b) * 0x9E3779B97F4A7C15L + c * 0xC2B2AE3D27D4EB4FL;
    mixed ^= mixed >>> 29;
    mixed *= 0xBF58476D1CE4E5B9L;
    return Long.remainderUnsigned(mixed ^ (mixed >>> 32), values);
  }

  static int splits(RelationSpec.Source spec) {
    return Integer.parseInt(spec.options().get(SPLITS.name()));
  }

  static long rows(RelationSpec.Source spec) {
    return Long.parseLong(spec.options().get(ROWS.name()));
  }

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of(SPLITS, ROWS, BOUNDED);
  }

  @Override
  public Source open(RelationSpec.Source spec, Options options, SourceContext context) {
    long splits = options.get(SPLITS);
    long rows = options.get(ROWS);
    boolean bounded = options.get(BOUNDED);
    return new Source() {
      private long discovered = bounded ? splits : 1 + random.nextInt((int) splits);

      @Override
      public boolean isBounded() {
        return bounded;
      }

      @Override
      public List<Split> discoverSplits() {
        List<Split> found = new ArrayList<>();
        for (long split = 0; split < discovered; split++) {
          found.add(new Split(Long.toString(split)));
        }
        discovered = Math.min(splits, discovered + 1);
        return found;
      }

      @Override
      public SplitReader read(Split split, String position, String end) {
        long first = position == null ? 0 : Long.parseLong(position);
        Long last = end != null ? Long.valueOf(end) : bounded ? rows : null;
        return new Reader(spec, Long.parseLong(split.id()), first, last, context.allocator());
      }

      @Override
      public void close() {}
    };
  }

  private final class Reader implements SplitReader {
    private final RelationSpec.Source spec;
    private final long split;
    private final Long end;
    private final BufferAllocator allocator;
    private long next;

    Reader(RelationSpec.Source spec, long split, long first, Long end, BufferAllocator allocator) {
      this.spec = spec;
      this.split = split;
      this.next = first;
      this.end = end;
      this.allocator = allocator;
    }

    private long available() {
      long available = Math.min(rows(spec), released);
      return end == null ? available : Math.min(end, available);
    }

    @Override
    public Poll poll(int maxRows) {
      if (end != null && next >= end) {
        return new Poll.End();
      }
      int count = (int) Math.min(available() - next, 1 + random.nextInt(12));
      if (count <= 0 || random.nextInt(8) == 0) {
        return new Poll.Nothing();
      }
      FieldVector[] columns = new FieldVector[ROW_TYPE.size()];
      for (int column = 0; column < columns.length; column++) {
        BigIntVector vector = new BigIntVector(ROW_TYPE.column(column).name(), allocator);
        vector.allocateNew(count);
        for (int i = 0; i < count; i++) {
          vector.set(i, (Long) row(spec.id(), split, next + i).get(column));
        }
        vector.setValueCount(count);
        columns[column] = vector;
      }
      next += count;
      return new Poll.Rows(ChangeBatch.of(ROW_TYPE, columns, null, count));
    }

    @Override
    public String position() {
      long ahead = positionsAhead && next < available() ? 1 : 0;
      return Long.toString(next + ahead);
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
