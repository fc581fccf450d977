package io.millrace.connector.datagen;

import io.millrace.connector.format.CsvDecoder;
import io.millrace.connector.format.CsvDialect;
import io.millrace.connector.format.RecordFrames;
import io.millrace.core.type.Column;
import io.millrace.core.type.RowType;
import io.millrace.executor.data.ArrowTypes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** The option {@code values} as a vector of the column's type. */
final class ValueList {
  private ValueList() {}

  static FieldVector parse(ColumnSettings settings, BufferAllocator allocator) {
    List<String> texts = split(settings.find(DatagenOptions.VALUES).orElseThrow());
    Column column = settings.column();
    // One CSV record each, in quotes, so that the rules for texts of all types are the same.
    ByteArrayOutputStream csv = new ByteArrayOutputStream();
    for (String text : texts) {
      csv.writeBytes(('"' + text.replace("\"", "\"\"") + "\"\n").getBytes(StandardCharsets.UTF_8));
    }
    byte[] bytes = csv.toByteArray();
    CsvDecoder decoder = new CsvDecoder(CsvDialect.DEFAULT, RowType.of(column), new int[] {0});
    RecordFrames frames = new RecordFrames();
    decoder.split(bytes, 0, bytes.length, true, texts.size(), frames);
    FieldVector vector = ArrowTypes.newVector(column, allocator);
    vector.setInitialCapacity(texts.size());
    vector.allocateNew();
    int rows = decoder.decode(bytes, frames, new FieldVector[] {vector}, true);
    vector.setValueCount(rows);
    if (rows < texts.size()) {
      vector.close();
      throw settings.invalid(
          DatagenOptions.VALUES, "has a value that cannot be used: " + frames.error(rows).reason());
    }
    return vector;
  }

  private static List<String> split(String text) {
    List<String> values = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == ',') {
        value.append(',');
        i++;
      } else if (c == ',') {
        values.add(value.toString().strip());
        value.setLength(0);
      } else {
        value.append(c);
      }
    }
    values.add(value.toString().strip());
    return values;
  }
}
