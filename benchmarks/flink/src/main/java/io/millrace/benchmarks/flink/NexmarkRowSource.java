package io.millrace.benchmarks.flink;

import io.millrace.connector.nexmark.EventKind;
import io.millrace.connector.nexmark.NexmarkRows;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceEnumerator;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceReader;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * A source in which split {@code s} of {@code k} makes the rows s, s + k, s + 2k, … of one kind.
 *
 * @param options of the generator
 * @param events of all kinds
 * @param fields the columns of the rows, in order
 */
record NexmarkRowSource(
    EventKind kind, Map<String, String> options, long events, int splits, List<Field> fields)
    implements Source<RowData, NexmarkRowSource.RowSplit, Collection<NexmarkRowSource.RowSplit>> {

  /** A column by its name in the generator. */
  record Field(String name, LogicalTypeRoot type) implements Serializable {}

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<RowData, RowSplit> createReader(SourceReaderContext context) {
    return new IteratorSourceReader<>(context);
  }

  @Override
  public SplitEnumerator<RowSplit, Collection<RowSplit>> createEnumerator(
      SplitEnumeratorContext<RowSplit> context) {
    List<RowSplit> all = new ArrayList<>();
    for (int split = 0; split < splits; split++) {
      all.add(new RowSplit(this, split, split));
    }
    return new IteratorSourceEnumerator<>(context, all);
  }

  @Override
  public SplitEnumerator<RowSplit, Collection<RowSplit>> restoreEnumerator(
      SplitEnumeratorContext<RowSplit> context, Collection<RowSplit> remaining) {
    return new IteratorSourceEnumerator<>(context, remaining);
  }

  @Override
  public SimpleVersionedSerializer<RowSplit> getSplitSerializer() {
    return new SplitSerializer<>(
        (split, out) -> {
          out.writeInt(split.number());
          out.writeLong(split.row());
        },
        in -> new RowSplit(this, in.readInt(), in.readLong()));
  }

  @Override
  public SimpleVersionedSerializer<Collection<RowSplit>> getEnumeratorCheckpointSerializer() {
    return new SplitSerializer<>(
        (remaining, out) -> {
          out.writeInt(remaining.size());
          for (RowSplit split : remaining) {
            out.writeInt(split.number());
            out.writeLong(split.row());
          }
        },
        in -> {
          List<RowSplit> remaining = new ArrayList<>();
          for (int count = in.readInt(); count > 0; count--) {
            remaining.add(new RowSplit(this, in.readInt(), in.readLong()));
          }
          return remaining;
        });
  }

  /** The value of one field of an event. */
  private LongFunction<Object> value(NexmarkRows rows, Field field) {
    return switch (field.type()) {
      case BIGINT -> {
        LongUnaryOperator longs = rows.longs(field.name());
        yield longs::applyAsLong;
      }
      case TIMESTAMP_WITHOUT_TIME_ZONE -> {
        LongUnaryOperator millis = rows.longs(field.name());
        yield event -> TimestampData.fromEpochMillis(millis.applyAsLong(event));
      }
      case VARCHAR -> {
        LongFunction<byte[]> texts = rows.texts(field.name());
        yield event -> StringData.fromBytes(texts.apply(event));
      }
      default -> throw new IllegalArgumentException("No values of " + field);
    };
  }

  /**
   * What is left of a split.
   *
   * @param row the next one
   */
  record RowSplit(NexmarkRowSource source, int number, long row)
      implements IteratorSourceSplit<RowData, Rows> {
    @Override
    public String splitId() {
      return Integer.toString(number);
    }

    @Override
    public Rows getIterator() {
      return new Rows(this);
    }

    @Override
    public IteratorSourceSplit<RowData, Rows> getUpdatedSplitForIterator(Rows rows) {
      return new RowSplit(source, number, rows.row);
    }
  }

  /** The rows of a split from one on. */
  static final class Rows implements Iterator<RowData> {
    private final NexmarkRows rows;
    private final LongFunction<Object>[] values;
    private final long end;
    private final int stride;
    private long row;

    @SuppressWarnings("unchecked") // There are no arrays of generic types.
    private Rows(RowSplit split) {
      NexmarkRowSource source = split.source();
      rows = NexmarkRows.of(source.kind(), source.options());
      values =
          source.fields().stream()
              .map(field -> source.value(rows, field))
              .toArray(LongFunction[]::new);
      end = rows.count(source.events());
      stride = source.splits();
      row = split.row();
    }

    @Override
    public boolean hasNext() {
      return row < end;
    }

    @Override
    public RowData next() {
      if (row >= end) {
        throw new NoSuchElementException();
      }
      long event = rows.event(row);
      row += stride;
      GenericRowData made = new GenericRowData(values.length);
      for (int i = 0; i < values.length; i++) {
        made.setField(i, values[i].apply(event));
      }
      return made;
    }
  }
}
