package io.millrace.server.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.List;

/** One JSON object a line. Numbers and booleans are such, everything else is text. */
final class JsonWriter implements RowWriter {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private final RowType rowType;
  private final PrintWriter out;

  JsonWriter(RowType rowType, PrintWriter out) {
    this.rowType = rowType;
    this.out = out;
  }

  @Override
  public void write(List<Object[]> rows) {
    for (Object[] row : rows) {
      out.append(line(row)).append('\n');
    }
  }

  private String line(Object[] row) {
    Writer text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      for (int i = 0; i < row.length; i++) {
        json.writeFieldName(rowType.column(i).name());
        write(json, row[i], rowType.type(i));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new MillraceException(ErrorCode.INTERNAL_ERROR, "JSON cannot be written.", e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Object value, DataType type) throws IOException {
    if (value == null) {
      json.writeNull();
      return;
    }
    switch (type.kind()) {
      case BOOLEAN -> json.writeBoolean((Boolean) value);
      case TINYINT, SMALLINT, INTEGER, BIGINT -> json.writeNumber(((Number) value).longValue());
      case REAL -> json.writeNumber((Float) value);
      case DOUBLE -> json.writeNumber((Double) value);
      case DECIMAL -> json.writeNumber((BigDecimal) value);
      default -> json.writeString(ValueText.of(value, type));
    }
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void end() {
    out.flush();
  }
}
