package io.millrace.server.cli;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Aligned columns. The first rows decide how wide they are: {@link #HELD_ROWS} of a result that
 * ends, those that come first of one that does not.
 */
final class TableWriter implements RowWriter {
  private static final int HELD_ROWS = 10_000;
  private static final String NULL = "NULL";

  private final RowType rowType;
  private final PrintWriter out;
  private final List<String[]> held = new ArrayList<>();
  private final int[] widths;
  private boolean headed;

  TableWriter(RowType rowType, PrintWriter out) {
    this.rowType = rowType;
    this.out = out;
    this.widths = rowType.columns().stream().mapToInt(column -> column.name().length()).toArray();
  }

  @Override
  public void write(List<Object[]> rows) {
    for (Object[] row : rows) {
      String[] cells = new String[row.length];
      for (int i = 0; i < row.length; i++) {
        cells[i] = row[i] == null ? NULL : text(row[i], rowType.type(i));
      }
      if (headed) {
        print(cells);
      } else {
        held.add(cells);
      }
    }
    if (held.size() >= HELD_ROWS) {
      printHeld();
    }
  }

  /** Control characters would break the lines. */
  private static String text(Object value, DataType type) {
    String text = ValueText.of(value, type);
    return type.kind() == TypeKind.VARCHAR
        ? text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
        : text;
  }

  private void printHeld() {
    if (!headed) {
      headed = true;
      for (String[] cells : held) {
        for (int i = 0; i < cells.length; i++) {
          widths[i] = Math.max(widths[i], cells[i].codePointCount(0, cells[i].length()));
        }
      }
      String[] rules = new String[widths.length];
      Arrays.setAll(rules, i -> "-".repeat(widths[i]));
      print(rowType.columns().stream().map(column -> column.name()).toArray(String[]::new));
      out.append(String.join("-+-", rules)).append('\n');
    }
    held.forEach(this::print);
    held.clear();
  }

  private void print(String[] cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      if (i > 0) {
        line.append(" | ");
      }
      String padding =
          " ".repeat(Math.max(0, widths[i] - cells[i].codePointCount(0, cells[i].length())));
      line.append(isNumber(i) ? padding + cells[i] : cells[i] + padding);
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }

  private boolean isNumber(int column) {
    return switch (rowType.type(column).kind()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL -> true;
      default -> false;
    };
  }

  @Override
  public void flush() {
    printHeld();
    out.flush();
  }

  @Override
  public void end() {
    boolean empty = !headed && held.isEmpty();
    printHeld();
    if (empty) {
      out.append("(no rows)\n");
    }
    out.flush();
  }
}
