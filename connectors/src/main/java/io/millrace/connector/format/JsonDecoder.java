package io.millrace.connector.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;

/**
 * Reads JSON lines: one object a line, its fields by column name. Missing fields and {@code null}
 * are NULL, other fields are ignored, of a repeated name the last counts.
 *
 * <p>A column takes the JSON values that fit its type. Numbers and truth values may stand in
 * strings; VARCHAR takes anything: numbers and truth values as written, arrays and objects as the
 * JSON text that they are.
 */
public final class JsonDecoder implements RecordDecoder {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private final FieldWriter[] writers;
  private final Map<String, Integer> columnOfName = new HashMap<>();
  private final String[] names;
  private final int[] writtenAt;
  private byte[] scratch = new byte[256];

  public JsonDecoder(RowType rowType) {
    writers = rowType.columns().stream().map(FieldWriter::of).toArray(FieldWriter[]::new);
    names = new String[writers.length];
    writtenAt = new int[writers.length];
    for (int i = 0; i < writers.length; i++) {
      names[i] = writers[i].columnName();
      columnOfName.put(names[i], i);
    }
  }

  @Override
  public void split(
      byte[] bytes, int from, int limit, boolean last, int maxRecords, RecordFrames frames) {
    frames.begin(from);
    int i = from;
    while (i < limit && frames.count() < maxRecords) {
      int end = i;
      boolean blank = true;
      while (end < limit && bytes[end] != '\n') {
        blank &= bytes[end] == ' ' || bytes[end] == '\r' || bytes[end] == '\t';
        end++;
      }
      if (end >= limit && !last) {
        return;
      }
      end = Math.min(end + 1, limit);
      if (blank) {
        frames.skipTo(end);
      } else {
        frames.add(i, end, null);
      }
      i = end;
    }
  }

  @Override
  public int decode(byte[] bytes, RecordFrames frames, FieldVector[] columns, boolean stopAtError) {
    for (int i = 0; i < writers.length; i++) {
      writers[i].attach(columns[i]);
    }
    Arrays.fill(writtenAt, -1);
    int rows = 0;
    for (int record = 0; record < frames.count(); record++) {
      RecordError error = readRecord(bytes, frames.start(record), frames.end(record), rows);
      if (error == null) {
        rows++;
        continue;
      }
      frames.fail(record, error);
      if (stopAtError) {
        break;
      }
      Arrays.fill(writtenAt, -1);
    }
    return rows;
  }

  /** Null when the record was written as row {@code row}. */
  private RecordError readRecord(byte[] bytes, int start, int end, int row) {
    try (JsonParser parser = JSON.createParser(bytes, start, end - start)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return new RecordError(null, "the line is no JSON object");
      }
      int next = 0;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        int column = columnOf(parser.currentName(), next);
        JsonToken value = parser.nextToken();
        if (column < 0) {
          parser.skipChildren();
          continue;
        }
        next = column + 1;
        RecordError error = writeValue(parser, value, bytes, start, column, row);
        if (error != null) {
          return error;
        }
        writtenAt[column] = row;
      }
      if (parser.nextToken() != null) {
        return new RecordError(null, "there is text behind the JSON object");
      }
      return writeMissing(row);
    } catch (JsonProcessingException e) {
      return new RecordError(null, "the line is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException("Reading from memory failed", e);
    }
  }

  /** Records mostly have their fields in the same order, so the next column is tried first. */
  private int columnOf(String name, int next) {
    if (next < names.length && names[next].equals(name)) {
      return next;
    }
    Integer column = columnOfName.get(name);
    return column == null ? -1 : column;
  }

  private RecordError writeMissing(int row) {
    for (int column = 0; column < writers.length; column++) {
      if (writtenAt[column] != row) {
        try {
          writers[column].writeNull(row);
        } catch (InvalidFieldException e) {
          return RecordError.ofNull(names[column], "is missing, but the column is NOT NULL");
        }
      }
    }
    return null;
  }

  private RecordError writeValue(
      JsonParser parser, JsonToken value, byte[] bytes, int start, int column, int row)
      throws IOException {
    FieldWriter writer = writers[column];
    if (value == null) {
      return new RecordError(null, "the line is not JSON: it ends within a value");
    }
    try {
      switch (value) {
        case VALUE_NULL -> writer.writeNull(row);
        case START_OBJECT, START_ARRAY -> writeNested(parser, writer, bytes, start, row);
        default -> {
          int length = copyText(parser);
          writer.write(row, scratch, 0, length);
        }
      }
      return null;
    } catch (InvalidFieldException e) {
      return value == JsonToken.VALUE_NULL
          ? RecordError.ofNull(names[column], e.getMessage())
          : RecordError.ofField(names[column], parser.getText(), e.getMessage());
    }
  }

  private static void writeNested(
      JsonParser parser, FieldWriter writer, byte[] bytes, int start, int row)
      throws IOException, InvalidFieldException {
    int from = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    int to = (int) parser.currentLocation().getByteOffset();
    if (writer.kind() != TypeKind.VARCHAR) {
      throw NumberText.notA(writer.typeName);
    }
    writer.write(row, bytes, start + from, to - from);
  }

  /** Copies the token's text as UTF-8 into the scratch memory. */
  private int copyText(JsonParser parser) throws IOException, InvalidFieldException {
    char[] text = parser.getTextCharacters();
    int offset = parser.getTextOffset();
    int length = parser.getTextLength();
    if (scratch.length < length * 3) {
      scratch = new byte[length * 3];
    }
    int size = Utf8.encode(text, offset, length, scratch);
    if (size < 0) {
      throw new InvalidFieldException("is not Unicode text: it holds half of a surrogate pair");
    }
    return size;
  }
}
