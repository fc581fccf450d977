package io.millrace.server.statement;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.server.result.ListCursor;
import io.millrace.server.result.StatementResult;
import java.util.Arrays;
import java.util.List;

/** Answers whose columns are all text. */
final class TextTable {
  private TextTable() {}

  static RowType columns(String... names) {
    return new RowType(
        Arrays.stream(names).map(name -> new Column(name, DataType.of(TypeKind.VARCHAR))).toList());
  }

  /** Lines of text, one a row. */
  static List<Object[]> lines(String text) {
    return text.lines().map(line -> new Object[] {line}).toList();
  }

  static StatementResult rows(RowType rowType, List<Object[]> rows) {
    return new StatementResult.Rows(new ListCursor(rowType, rows));
  }
}
