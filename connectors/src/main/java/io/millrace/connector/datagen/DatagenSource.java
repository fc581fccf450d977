package io.millrace.connector.datagen;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.time.Clock;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Rows 0, 1, 2, …; of {@code k} splits number {@code s} makes the rows s, s + k, s + 2k, …, so that
 * the rows are the same for any number of splits. A position is the number of rows that a split has
 * made.
 */
final class DatagenSource implements Source {
  private final RowType rowType;
  private final List<ColumnPlan> plans;
  private final long rows;
  private final int splits;
  private final long rowsPerSecond;
  private final Clock clock;
  private final BufferAllocator allocator;

  /**
   * @param rows of all splits together; Long.MAX_VALUE for no end
   * @param rowsPerSecond of all splits together; 0 for no limit
   */
  DatagenSource(
      RowType rowType,
      List<ColumnPlan> plans,
      long rows,
      int splits,
      long rowsPerSecond,
      Clock clock,
      BufferAllocator allocator) {
    this.rowType = rowType;
    this.plans = plans;
    this.rows = rows;
    this.splits = splits;
    this.rowsPerSecond = rowsPerSecond;
    this.clock = clock;
    this.allocator = allocator;
  }

  @Override
  public boolean isBounded() {
    return rows != Long.MAX_VALUE;
  }

  @Override
  public List<Split> discoverSplits() {
    return IntStream.range(0, splits).mapToObj(s -> new Split(Integer.toString(s))).toList();
  }

  @Override
  public SplitReader read(Split split, String position, String end) {
    int number = Integer.parseInt(split.id());
    // A reader with an end catches up with what others have read, so it needs not be held back.
    RateLimit limit =
        rowsPerSecond == 0 || end != null
            ? RateLimit.NONE
            : new RateLimit(clock, rowsPerSecond, number, splits);
    long splitRows = rows == Long.MAX_VALUE ? Long.MAX_VALUE : rowsOfSplit(rows, number);
    return new DatagenReader(
        rowType,
        plans.stream().map(plan -> plan.generator().get()).toArray(ColumnGenerator[]::new),
        new DatagenReader.Rows(
            number,
            splits,
            position == null ? 0 : parse(position),
            end == null ? splitRows : Math.min(splitRows, parse(end)),
            plans.stream().mapToLong(ColumnPlan::valid).min().orElse(Long.MAX_VALUE)),
        limit,
        allocator);
  }

  private long rowsOfSplit(long total, int split) {
    return total <= split ? 0 : (total - split - 1) / splits + 1;
  }

  private static long parse(String position) {
    try {
      return Long.parseLong(position);
    } catch (NumberFormatException e) {
      throw new MillraceException(
          ErrorCode.INCOMPATIBLE_STATE, "'" + position + "' is not a number of rows.", e);
    }
  }

  @Override
  public void close() {
    for (ColumnPlan plan : plans) {
      if (plan.list() != null) {
        plan.list().close();
      }
    }
  }
}
