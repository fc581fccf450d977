package io.millrace.connector.format;

import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * Reads CSV. Cuts a batch of records into fields first, then writes column after column, so that
 * each column's loop stays in its own code.
 */
public final class CsvDecoder implements RecordDecoder {
  private final CsvTokenizer tokenizer;
  private final byte[] nullBytes;
  private final FieldWriter[] writers;
  private final int[] columnOfField;
  private final int fieldCount;

  /** The records that are rows, by row. */
  private int[] live = new int[1024];

  /** Which of the kept records' fields are a record's. */
  private int[] kept = new int[1024];

  private byte[] scratch = new byte[64];

  /**
   * @param columnOfField for each field of the file its column, or -1 when it is ignored
   */
  public CsvDecoder(CsvDialect dialect, RowType rowType, int[] columnOfField) {
    this.tokenizer = new CsvTokenizer(dialect);
    this.nullBytes = dialect.nullBytes();
    this.columnOfField = columnOfField.clone();
    this.fieldCount = columnOfField.length;
    this.writers = rowType.columns().stream().map(FieldWriter::of).toArray(FieldWriter[]::new);
  }

  /** The fields of the one record in {@code bytes}, such as a header; empty when malformed. */
  public static List<String> fields(CsvDialect dialect, byte[] bytes, int from, int limit) {
    CsvTokenizer tokenizer = new CsvTokenizer(dialect);
    tokenizer.next(bytes, from, limit, true);
    if (tokenizer.error() != null) {
      return List.of();
    }
    return Arrays.stream(tokenizer.fields(), 0, tokenizer.fieldCount())
        .mapToObj(field -> text(tokenizer, bytes, field))
        .toList();
  }

  /** Where the record at {@code from} ends, or -1 when it does not end before {@code limit}. */
  public static int recordEnd(CsvDialect dialect, byte[] bytes, int from, int limit, boolean last) {
    return new CsvTokenizer(dialect).next(bytes, from, limit, last);
  }

  private static String text(CsvTokenizer tokenizer, byte[] bytes, long field) {
    if ((field & CsvTokenizer.ESCAPED) == 0) {
      return new String(
          bytes, CsvTokenizer.start(field), CsvTokenizer.length(field), StandardCharsets.UTF_8);
    }
    byte[] target = new byte[CsvTokenizer.length(field)];
    return new String(target, 0, tokenizer.unescape(bytes, field, target), StandardCharsets.UTF_8);
  }

  @Override
  public void split(
      byte[] bytes, int from, int limit, boolean last, int maxRecords, RecordFrames frames) {
    frames.begin(from);
    tokenizer.reset();
    int i = from;
    while (i < limit && frames.count() < maxRecords) {
      if (fieldCount != 1) {
        int blank = blankLineEnd(bytes, i, limit, last);
        if (blank > i) {
          i = blank;
          frames.skipTo(i);
          continue;
        }
      }
      int end = tokenizer.next(bytes, i, limit, last);
      if (end == CsvTokenizer.INCOMPLETE) {
        return;
      }
      RecordError error = null;
      if (tokenizer.error() != null) {
        error = new RecordError(null, tokenizer.error());
      } else if (tokenizer.fieldCount() != fieldCount) {
        error = wrongFieldCount(tokenizer.fieldCount());
      }
      frames.add(i, end, error);
      tokenizer.keep(error == null ? fieldCount : 0);
      i = end;
    }
  }

  private RecordError wrongFieldCount(int found) {
    return new RecordError(
        null,
        "the record has "
            + found
            + (found == 1 ? " field" : " fields")
            + ", but must have "
            + fieldCount);
  }

  /** The index behind a blank line, or {@code from} when the line is not blank. */
  private static int blankLineEnd(byte[] bytes, int from, int limit, boolean last) {
    if (bytes[from] == '\n') {
      return from + 1;
    }
    if (bytes[from] == '\r') {
      if (from + 1 < limit) {
        return bytes[from + 1] == '\n' ? from + 2 : from;
      }
      return last ? limit : from;
    }
    return from;
  }

  @Override
  public int decode(byte[] bytes, RecordFrames frames, FieldVector[] columns, boolean stopAtError) {
    // Fields were kept for records without an error only, so the n-th of those is the n-th kept.
    int rows = 0;
    if (live.length < frames.count()) {
      live = new int[frames.count()];
      kept = new int[frames.count()];
    }
    int nextKept = 0;
    for (int record = 0; record < frames.count(); record++) {
      if (frames.error(record) == null) {
        kept[record] = nextKept++;
        live[rows++] = record;
      } else if (stopAtError) {
        break;
      }
    }
    while (true) {
      int good = writeColumns(bytes, frames, columns, rows);
      if (good == rows || stopAtError) {
        finish(good);
        return good;
      }
      int left = 0;
      for (int row = 0; row < rows; row++) {
        if (frames.error(live[row]) == null) {
          live[left++] = live[row];
        }
      }
      rows = left;
      for (FieldVector column : columns) {
        column.reset();
      }
    }
  }

  private void finish(int rows) {
    for (FieldWriter writer : writers) {
      writer.finish(rows);
    }
  }

  /** Returns how many rows stand before the first one that failed. */
  private int writeColumns(byte[] bytes, RecordFrames frames, FieldVector[] columns, int rows) {
    int good = rows;
    for (int field = 0; field < fieldCount; field++) {
      int column = columnOfField[field];
      if (column >= 0) {
        writers[column].attach(columns[column]);
        good = Math.min(good, writeColumn(bytes, frames, writers[column], field, rows));
      }
    }
    return good;
  }

  private int writeColumn(
      byte[] bytes, RecordFrames frames, FieldWriter writer, int field, int rows) {
    boolean isText = writer.kind() == TypeKind.VARCHAR || writer.kind() == TypeKind.VARBINARY;
    long[] fields = tokenizer.fields();
    int good = rows;
    for (int row = 0; row < rows; row++) {
      int record = live[row];
      long packed = fields[kept[record] * fieldCount + field];
      try {
        if (isText) {
          writeText(writer, row, bytes, packed);
        } else {
          writeTrimmed(writer, row, bytes, packed);
        }
      } catch (InvalidFieldException e) {
        String text = text(tokenizer, bytes, packed);
        frames.fail(record, RecordError.ofField(writer.columnName(), text, e.getMessage()));
        good = Math.min(good, row);
      }
    }
    return good;
  }

  private void writeText(FieldWriter writer, int row, byte[] bytes, long field)
      throws InvalidFieldException {
    int start = CsvTokenizer.start(field);
    int length = CsvTokenizer.length(field);
    if ((field & CsvTokenizer.QUOTED) == 0) {
      if (isNullText(bytes, start, length)) {
        writer.writeNull(row);
        return;
      }
    } else if ((field & CsvTokenizer.ESCAPED) != 0) {
      if (scratch.length < length) {
        scratch = new byte[length * 2];
      }
      writer.write(row, scratch, 0, tokenizer.unescape(bytes, field, scratch));
      return;
    }
    writer.write(row, bytes, start, length);
  }

  private void writeTrimmed(FieldWriter writer, int row, byte[] bytes, long field)
      throws InvalidFieldException {
    int start = CsvTokenizer.start(field);
    int end = start + CsvTokenizer.length(field);
    boolean isNull = (field & CsvTokenizer.QUOTED) == 0 && isNullText(bytes, start, end - start);
    while (start < end && bytes[start] == ' ') {
      start++;
    }
    while (start < end && bytes[end - 1] == ' ') {
      end--;
    }
    if (isNull || start == end) {
      writer.writeNull(row);
    } else {
      writer.write(row, bytes, start, end - start);
    }
  }

  private boolean isNullText(byte[] bytes, int start, int length) {
    if (length != nullBytes.length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[start + i] != nullBytes[i]) {
        return false;
      }
    }
    return true;
  }
}
