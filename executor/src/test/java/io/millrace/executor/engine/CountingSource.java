package io.millrace.executor.engine;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;

/**
 * A source whose rows follow from their number: row i of a split is {@code (key(i), i)}. A test
 * lets it go on as far as it likes, adds splits, and makes it fail.
 */
public final class CountingSource implements SourceConnector {
  public static final RowType ROW_TYPE =
      RowType.of(
          new Column("k", DataType.of(TypeKind.BIGINT).notNull()),
          new Column("v", DataType.of(TypeKind.BIGINT).notNull()));

  private static final ConfigOption<Long> SPLITS =
      ConfigOption.bigint("splits", 0, 1_000, "how many splits there are at first").withDefault(1L);
  private static final ConfigOption<Long> ROWS =
      ConfigOption.bigint("rows", 0, Long.MAX_VALUE, "of each split; 0: without end")
          .withDefault(0L);
  private static final ConfigOption<Long> KEYS =
      ConfigOption.bigint("keys", 1, Long.MAX_VALUE, "how many keys there are").withDefault(10L);

  /** How many rows of each split may be read so far. */
  public final AtomicLong limit = new AtomicLong(Long.MAX_VALUE);

  /** Reading this row fails, in every split. */
  public final AtomicLong failAt = new AtomicLong(Long.MAX_VALUE);

  /** Splits beyond those at first. */
  public final AtomicInteger extraSplits = new AtomicInteger();

  /** Readers that are open now. */
  public final AtomicInteger openReaders = new AtomicInteger();

  /** The options of such a source. */
  public static Map<String, String> options(int splits, long rows, long keys) {
    return Map.of(
        "connector",
        "counting",
        "splits",
        Integer.toString(splits),
        "rows",
        Long.toString(rows),
        "keys",
        Long.toString(keys));
  }

  /** The key of a row. */
  public static long key(long row, long keys) {
    long mixed = row * 0x9E3779B97F4A7C15L;
    return Long.remainderUnsigned(mixed ^ (mixed >>> 32), keys);
  }

  @Override
  public String name() {
    return "counting";
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of(SPLITS, ROWS, KEYS);
  }

  @Override
  public Source open(RelationSpec.Source spec, Options options, SourceContext context) {
    long rows = options.get(ROWS);
    long keys = options.get(KEYS);
    int splits = Math.toIntExact(options.get(SPLITS));
    return new Source() {
      @Override
      public boolean isBounded() {
        return rows > 0;
      }

      @Override
      public List<Split> discoverSplits() {
        return IntStream.range(0, splits + extraSplits.get())
            .mapToObj(number -> new Split("split-" + number))
            .toList();
      }

      @Override
      public SplitReader read(Split split, String position, String end) {
        long first = position == null ? 0 : Long.parseLong(position);
        long last = end != null ? Long.parseLong(end) : rows > 0 ? rows : Long.MAX_VALUE;
        openReaders.incrementAndGet();
        return new Reader(split, first, last, keys, context.allocator());
      }

      @Override
      public void close() {}
    };
  }

  private final class Reader implements SplitReader {
    private final Split split;
    private final long end;
    private final long keys;
    private final BufferAllocator allocator;
    private long next;

    Reader(Split split, long first, long end, long keys, BufferAllocator allocator) {
      this.split = split;
      this.next = first;
      this.end = end;
      this.keys = keys;
      this.allocator = allocator;
    }

    @Override
    public Poll poll(int maxRows) {
      if (next == end) {
        return new Poll.End();
      }
      if (next >= failAt.get()) {
        throw new MillraceException(
            ErrorCode.MALFORMED_RECORD, "Row " + next + " of " + split.id() + " is malformed.");
      }
      long until = Math.min(Math.min(end, limit.get()), Math.min(failAt.get(), next + maxRows));
      int count = (int) (until - next);
      if (count <= 0) {
        return new Poll.Nothing();
      }
      BigIntVector k = new BigIntVector("k", allocator);
      BigIntVector v = new BigIntVector("v", allocator);
      k.allocateNew(count);
      v.allocateNew(count);
      for (int i = 0; i < count; i++) {
        k.set(i, key(next + i, keys));
        v.set(i, next + i);
      }
      k.setValueCount(count);
      v.setValueCount(count);
      next = until;
      return new Poll.Rows(ChangeBatch.of(ROW_TYPE, new FieldVector[] {k, v}, null, count));
    }

    @Override
    public String position() {
      return Long.toString(next);
    }

    @Override
    public void close() {
      openReaders.decrementAndGet();
    }
  }
}
