package io.millrace.connector.nexmark;

import io.millrace.core.config.Options;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/**
 * The rows of a nexmark source without the source, for programs that compare themselves with
 * Millrace over the same events. Needs no library but Millrace's core at run time. Immutable.
 */
public final class NexmarkRows {
  private final EventKind kind;
  private final EventSequence sequence;
  private final List<NexmarkColumn> columns;

  private NexmarkRows(EventKind kind, NexmarkSettings settings) {
    this.kind = kind;
    this.sequence = settings.sequence();
    this.columns = NexmarkColumn.of(kind, settings);
  }

  /**
   * The rows of the source with these options.
   *
   * @param options those of the connector by name, without {@code kind}
   */
  public static NexmarkRows of(EventKind kind, Map<String, String> options) {
    return new NexmarkRows(kind, NexmarkSettings.of(Options.of(options)));
  }

  /** How many rows there are among so many events of all kinds. */
  public long count(long events) {
    return sequence.rows(kind, events);
  }

  /** The number of the event that a row is. Both are numbered from 0. */
  public long event(long row) {
    return sequence.event(kind, row);
  }

  /**
   * The values of a BIGINT column, or the milliseconds since 1970 of a TIMESTAMP column, by event.
   *
   * @param column as the documentation writes it, such as {@code date_time}
   * @return a thread-safe function
   */
  public LongUnaryOperator longs(String column) {
    if (find(column) instanceof NexmarkColumn.Whole whole) {
      return whole.value()::of;
    }
    throw new IllegalArgumentException(column + " is not a number");
  }

  /**
   * The values of a VARCHAR column by event, in ASCII.
   *
   * @return a function that keeps scratch memory, for one thread; its results are new arrays
   */
  public LongFunction<byte[]> texts(String column) {
    if (!(find(column) instanceof NexmarkColumn.Text text)) {
      throw new IllegalArgumentException(column + " is not a text");
    }
    NexmarkColumn.EventText value = text.value();
    TextOutput output = new TextOutput();
    return event -> {
      output.clear();
      value.write(event, output);
      return Arrays.copyOf(output.bytes(), output.length());
    };
  }

  private NexmarkColumn find(String name) {
    return columns.stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No " + kind + " has a " + name));
  }
}
