package io.millrace.benchmarks.flink;

import io.millrace.benchmarks.nexmark.run.AnswerDigest;
import io.millrace.benchmarks.nexmark.run.ProcessUsage;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * Where answers end. The cluster is in this process, so what its writers see is kept in static
 * fields, for one job at a time.
 *
 * @param digested the rows' type, or null when they are only dropped
 */
record AnswerSink(RowType digested) implements Sink<RowData> {
  private static AnswerDigest digest = new AnswerDigest();
  private static long endNanos;
  private static long endCpuNanos;

  /**
   * What all writers of a job saw.
   *
   * @param nanos when the last one had its last row, as {@link System#nanoTime()}
   * @param cpuNanos of the process by then
   */
  record Seen(AnswerDigest digest, long nanos, long cpuNanos) {}

  /** Forgets earlier jobs. */
  static synchronized void begin() {
    digest = new AnswerDigest();
    endNanos = 0;
    endCpuNanos = 0;
  }

  /** After a job's end. */
  static synchronized Seen seen() {
    if (endNanos == 0) {
      throw new IllegalStateException("The job ended without an end of its answers");
    }
    return new Seen(digest, endNanos, endCpuNanos);
  }

  private static synchronized void end(AnswerDigest part) {
    digest.add(part);
    endNanos = System.nanoTime();
    endCpuNanos = ProcessUsage.cpuNanos();
  }

  @Override
  public SinkWriter<RowData> createWriter(WriterInitContext context) {
    return new Writer(digested);
  }

  private static final class Writer implements SinkWriter<RowData> {
    private final AnswerDigest part = new AnswerDigest();
    private final List<RowData.FieldGetter> getters = new ArrayList<>();
    private final List<LogicalTypeRoot> types = new ArrayList<>();

    private Writer(RowType digested) {
      if (digested != null) {
        for (int i = 0; i < digested.getFieldCount(); i++) {
          LogicalType type = digested.getTypeAt(i);
          getters.add(RowData.createFieldGetter(type, i));
          types.add(type.getTypeRoot());
        }
      }
    }

    @Override
    public void write(RowData row, Context context) {
      if (getters.isEmpty()) {
        return;
      }
      for (int i = 0; i < getters.size(); i++) {
        part.field(plain(getters.get(i).getFieldOrNull(row), types.get(i)));
      }
      RowKind kind = row.getRowKind();
      part.endRow(kind == RowKind.INSERT || kind == RowKind.UPDATE_AFTER ? 1 : -1);
    }

    private static Object plain(Object value, LogicalTypeRoot type) {
      if (value instanceof StringData text) {
        return text.toString();
      } else if (value instanceof TimestampData time) {
        return time.getMillisecond();
      } else if (value instanceof DecimalData decimal) {
        return decimal.toBigDecimal();
      } else if (type == LogicalTypeRoot.DATE && value instanceof Integer day) {
        return LocalDate.ofEpochDay(day);
      }
      return value;
    }

    @Override
    public void flush(boolean endOfInput) {
      if (endOfInput) {
        end(part);
      }
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
