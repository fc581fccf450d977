package io.millrace.connector.format;

import io.millrace.core.type.Column;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ChangeBatch;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.FieldVector;

/**
 * Writes CSV that {@link CsvDecoder} reads back to the same rows: values are put in quotes where
 * they hold special characters or look like NULL.
 */
public final class CsvEncoder implements RecordEncoder {
  private static final byte FIRST_OF_BYTE_ORDER_MARK = (byte) 0xEF;

  private final CsvDialect dialect;
  private final byte[] nullBytes;
  private final boolean hasHeader;
  private final boolean changelog;
  private final RowType rowType;

  public CsvEncoder(CsvDialect dialect, boolean hasHeader, boolean changelog, RowType rowType) {
    this.dialect = dialect;
    this.nullBytes = dialect.nullBytes();
    this.hasHeader = hasHeader;
    this.changelog = changelog;
    this.rowType = rowType;
  }

  @Override
  public void begin(ByteOutput output) {
    if (!hasHeader) {
      return;
    }
    if (changelog) {
      output.putAscii(OPERATION);
      output.put(dialect.delimiter());
    }
    boolean first = true;
    for (Column column : rowType.columns()) {
      if (!first) {
        output.put(dialect.delimiter());
      }
      first = false;
      int start = output.size();
      output.put(column.name().getBytes(StandardCharsets.UTF_8));
      quoteWhereNeeded(start, output);
    }
    output.put('\n');
  }

  @Override
  public void encode(ChangeBatch batch, ByteOutput output) {
    for (int row = 0; row < batch.rowCount(); row++) {
      long weight = batch.weight(row);
      for (long n = Math.abs(weight); n > 0; n--) {
        encode(batch, row, weight, output);
      }
    }
  }

  private void encode(ChangeBatch batch, int row, long weight, ByteOutput output) {
    if (changelog) {
      output.put(weight > 0 ? '+' : '-');
      output.put(dialect.delimiter());
    }
    for (int column = 0; column < batch.columnCount(); column++) {
      if (column > 0) {
        output.put(dialect.delimiter());
      }
      FieldVector vector = batch.column(column);
      if (vector.isNull(row)) {
        output.put(nullBytes);
        continue;
      }
      int start = output.size();
      ValueText.append(vector, rowType.type(column), row, ' ', output);
      quoteWhereNeeded(start, output);
    }
    output.put('\n');
  }

  private void quoteWhereNeeded(int start, ByteOutput output) {
    byte[] bytes = output.bytes();
    int end = output.size();
    int quotes = 0;
    boolean special = end > start && bytes[start] == FIRST_OF_BYTE_ORDER_MARK;
    for (int i = start; i < end; i++) {
      byte b = bytes[i];
      if (b == dialect.quote()) {
        quotes++;
      } else if (b == dialect.delimiter() || b == '\n' || b == '\r') {
        special = true;
      }
    }
    if (special || quotes > 0 || looksLikeNull(bytes, start, end)) {
      quote(start, end, quotes, output);
    }
  }

  private boolean looksLikeNull(byte[] bytes, int start, int end) {
    if (end - start != nullBytes.length) {
      return false;
    }
    for (int i = 0; i < nullBytes.length; i++) {
      if (bytes[start + i] != nullBytes[i]) {
        return false;
      }
    }
    return true;
  }

  /** Moves the text from its end on, so that it can stay where it is. */
  private void quote(int start, int end, int quotes, ByteOutput output) {
    output.reserve(quotes + 2);
    byte[] bytes = output.bytes();
    int target = output.size();
    bytes[--target] = dialect.quote();
    for (int i = end - 1; i >= start; i--) {
      byte b = bytes[i];
      bytes[--target] = b;
      if (b == dialect.quote()) {
        bytes[--target] = b;
      }
    }
    bytes[--target] = dialect.quote();
  }
}
