package io.millrace.connector.nexmark;

import io.millrace.connector.datagen.RateLimit;
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
 * The rows of one kind; of {@code k} splits number {@code s} makes the rows s, s + k, s + 2k, …, so
 * that the rows are the same for any number of splits. A position is the number of rows that a
 * split has made.
 */
final class NexmarkSource implements Source {
  /**
   * How much is made, and how fast.
   *
   * @param events of all kinds together; Long.MAX_VALUE for no end
   * @param eventsPerSecond of all kinds together; 0 for no limit
   */
  record Amount(long events, long eventsPerSecond, int splits) {}

  private final RowType rowType;
  private final List<NexmarkColumn> columns;
  private final EventSequence sequence;
  private final EventKind kind;
  private final Amount amount;
  private final Clock clock;
  private final BufferAllocator allocator;

  /**
   * @param columns those of the row type, in its order
   */
  NexmarkSource(
      RowType rowType,
      List<NexmarkColumn> columns,
      EventSequence sequence,
      EventKind kind,
      Amount amount,
      Clock clock,
      BufferAllocator allocator) {
    this.rowType = rowType;
    this.columns = columns;
    this.sequence = sequence;
    this.kind = kind;
    this.amount = amount;
    this.clock = clock;
    this.allocator = allocator;
  }

  @Override
  public boolean isBounded() {
    return amount.events() != Long.MAX_VALUE;
  }

  @Override
  public List<Split> discoverSplits() {
    return IntStream.range(0, amount.splits())
        .mapToObj(split -> new Split(Integer.toString(split)))
        .toList();
  }

  @Override
  public SplitReader read(Split split, String position, String end) {
    int number = Integer.parseInt(split.id());
    long ownEnd = isBounded() ? rowsOfSplit(number) : Long.MAX_VALUE;
    return new NexmarkReader(
        rowType,
        columns,
        new NexmarkReader.Rows(
            sequence,
            kind,
            number,
            amount.splits(),
            position == null ? 0 : parse(position),
            end == null ? ownEnd : Math.min(ownEnd, parse(end))),
        // A reader with an end catches up with what others have read, so nothing holds it back.
        end == null ? limit(number) : RateLimit.NONE,
        allocator);
  }

  private RateLimit limit(int split) {
    if (amount.eventsPerSecond() == 0) {
      return RateLimit.NONE;
    }
    double rows = (double) amount.eventsPerSecond() * sequence.inRound(kind) / sequence.round();
    return new RateLimit(clock, rows, split, amount.splits());
  }

  private long rowsOfSplit(int split) {
    long rows = sequence.rows(kind, amount.events());
    return rows <= split ? 0 : (rows - split - 1) / amount.splits() + 1;
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
    // Holds nothing.
  }
}
