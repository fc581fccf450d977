package io.millrace.server.cli;

import io.millrace.core.type.RowType;
import java.io.PrintWriter;
import java.util.List;

/**
 * Comma-separated values with a header, as RFC 4180 has them but with plain line feeds. NULL is an
 * empty field, and empty text is {@code ""}.
 */
final class CsvWriter implements RowWriter {
  private final RowType rowType;
  private final PrintWriter out;

  CsvWriter(RowType rowType, PrintWriter out) {
    this.rowType = rowType;
    this.out = out;
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < rowType.size(); i++) {
      append(line, i, rowType.column(i).name());
    }
    print(line);
  }

  @Override
  public void write(List<Object[]> rows) {
    for (Object[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        append(line, i, row[i] == null ? null : ValueText.of(row[i], rowType.type(i)));
      }
      print(line);
    }
  }

  private static void append(StringBuilder line, int index, String text) {
    if (index > 0) {
      line.append(',');
    }
    if (text == null) {
      return;
    }
    boolean quoted = text.isEmpty() || text.chars().anyMatch(c -> ",\"\r\n".indexOf(c) >= 0);
    line.append(quoted ? '"' + text.replace("\"", "\"\"") + '"' : text);
  }

  private void print(StringBuilder line) {
    out.append(line).append('\n');
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
