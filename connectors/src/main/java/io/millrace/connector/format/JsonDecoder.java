package io.millrace.connector.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
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

  private static final String ENDS_WITHIN_VALUE =
      "the line is not JSON: it ends within an object or a value";

  /** What the parser says to programmers who use it. */
  private static final Pattern PARSER_HINT =
      Pattern.compile("(, from|: enable) `[^`]*`( to allow)?");

  private final FieldWriter[] writers;
  private final Map<String, Integer> columnOfName = new HashMap<>();
  private final String[] names;
  private final int[] writtenAt;
  private byte[] scratch = new byte[256];
  private JsonParser parser;
  private int parserStart;
  private int nestedStart;
  private int nestedEnd;

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
      int end = LineScan.nextLineEnd(bytes, i, limit);
      if (end >= limit && !last) {
        return;
      }
      end = Math.min(end + 1, limit);
      if (isBlank(bytes, i, end)) {
        frames.skipTo(end);
      } else {
        frames.add(i, end, null);
      }
      i = end;
    }
  }

  private static boolean isBlank(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end
        && (bytes[i] == ' ' || bytes[i] == '\r' || bytes[i] == '\t' || bytes[i] == '\n')) {
      i++;
    }
    return i == end;
  }

  @Override
  public int decode(byte[] bytes, RecordFrames frames, FieldVector[] columns, boolean stopAtError) {
    for (int i = 0; i < writers.length; i++) {
      writers[i].attach(columns[i]);
    }
    Arrays.fill(writtenAt, -1);
    int rows = 0;
    try {
      for (int record = 0; record < frames.count(); record++) {
        RecordError error = readRecord(bytes, frames, record, rows);
        if (error == null) {
          rows++;
          continue;
        }
        frames.fail(record, error);
        closeParser();
        if (stopAtError) {
          break;
        }
        Arrays.fill(writtenAt, -1);
      }
      for (FieldWriter writer : writers) {
        writer.finish(rows);
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException("Reading from memory failed", e);
    } finally {
      closeParser();
    }
  }

  private void closeParser() {
    if (parser != null) {
      try {
        parser.close();
      } catch (IOException e) {
        throw new UncheckedIOException("Closing what is in memory failed", e);
      } finally {
        parser = null;
      }
    }
  }

  /**
   * Null when the record was written as row {@code row}. One parser reads all records until one is
   * malformed, since making a parser costs as much as reading a short record. So the parser has to
   * be watched: an object must end within its line, and the next must begin behind it.
   */
  private RecordError readRecord(byte[] bytes, RecordFrames frames, int record, int row)
      throws IOException {
    int end = frames.end(record);
    try {
      if (parser == null) {
        parserStart = frames.start(record);
        parser = JSON.createParser(bytes, parserStart, frames.stop() - parserStart);
        parser.nextToken();
      }
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        return new RecordError(null, "the line is no JSON object");
      }
      RecordError error = readFields(bytes, end, row);
      if (error != null) {
        return error;
      }
      if (parser.currentToken() != JsonToken.END_OBJECT || offset(parser.currentLocation()) > end) {
        return new RecordError(null, ENDS_WITHIN_VALUE);
      }
      return isFollowedByText(bytes, end)
          ? new RecordError(null, "there is text behind the JSON object")
          : writeMissing(row);
    } catch (JsonProcessingException e) {
      return new RecordError(
          null,
          offset(parser.currentLocation()) > end
              ? ENDS_WITHIN_VALUE
              : "the line is not JSON: "
                  + PARSER_HINT.matcher(e.getOriginalMessage()).replaceAll(""));
    }
  }

  private int offset(JsonLocation location) {
    return parserStart + (int) location.getByteOffset();
  }

  private RecordError readFields(byte[] bytes, int end, int row) throws IOException {
    int next = 0;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      int column = columnOf(parser.currentName(), next);
      JsonToken value = parser.nextToken();
      if (column < 0) {
        parser.skipChildren();
        continue;
      }
      next = column + 1;
      RecordError error = writeValue(value, bytes, column, row);
      if (error != null) {
        return offset(parser.currentTokenLocation()) >= end
            ? new RecordError(null, ENDS_WITHIN_VALUE)
            : error;
      }
      writtenAt[column] = row;
    }
    return null;
  }

  /** Looks for the rest of the line, and has the parser go on to the next record. */
  private boolean isFollowedByText(byte[] bytes, int end) throws IOException {
    int i = offset(parser.currentLocation());
    if (!isBlank(bytes, i, end)) {
      return true;
    }
    try {
      parser.nextToken();
    } catch (JsonProcessingException e) {
      // The next line is not JSON, which is not this line's fault; it gets a parser of its own.
      closeParser();
    }
    return false;
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

  private RecordError writeValue(JsonToken value, byte[] bytes, int column, int row)
      throws IOException {
    FieldWriter writer = writers[column];
    if (value == null) {
      return new RecordError(null, ENDS_WITHIN_VALUE);
    }
    try {
      switch (value) {
        case VALUE_NULL -> writer.writeNull(row);
        case START_OBJECT, START_ARRAY -> writeNested(writer, bytes, row);
        default -> {
          int length = copyText();
          writer.write(row, scratch, 0, length);
        }
      }
      return null;
    } catch (InvalidFieldException e) {
      if (value == JsonToken.VALUE_NULL) {
        return RecordError.ofNull(names[column], e.getMessage());
      }
      String text =
          value.isStructStart()
              ? new String(bytes, nestedStart, nestedEnd - nestedStart, StandardCharsets.UTF_8)
              : parser.getText();
      return RecordError.ofField(names[column], text, e.getMessage());
    }
  }

  private void writeNested(FieldWriter writer, byte[] bytes, int row)
      throws IOException, InvalidFieldException {
    nestedStart = offset(parser.currentTokenLocation());
    parser.skipChildren();
    nestedEnd = offset(parser.currentLocation());
    if (writer.kind() != TypeKind.VARCHAR) {
      throw NumberText.notA(writer.typeName);
    }
    writer.write(row, bytes, nestedStart, nestedEnd - nestedStart);
  }

  /** Copies the token's text as UTF-8 into the scratch memory. */
  private int copyText() throws IOException, InvalidFieldException {
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
