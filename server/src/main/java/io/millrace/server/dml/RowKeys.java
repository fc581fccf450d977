package io.millrace.server.dml;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The primary keys of a table's rows, to be compared. Thread-safe. */
final class RowKeys {
  private final RelationSpec.Table table;

  RowKeys(RelationSpec.Table table) {
    this.table = table;
  }

  /** The values of a row's key, in the key's order. */
  Object[] values(Object[] row) {
    return table.primaryKey().stream().map(column -> row[column]).toArray();
  }

  /** What equals another one if the keys are equal. */
  static List<Object> comparable(Object[] key) {
    List<Object> values = new ArrayList<>(key.length);
    for (Object value : key) {
      if (value instanceof Double number) {
        values.add(number + 0.0);
      } else if (value instanceof Float number) {
        values.add(number + 0.0f);
      } else {
        values.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
      }
    }
    return values;
  }

  List<Object> of(Object[] row) {
    return comparable(values(row));
  }

  MillraceException violation(Object[] row) {
    Object[] key = values(row);
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < key.length; i++) {
      String name = table.rowType().column(table.primaryKey().get(i)).name();
      parts.add(name + " = " + (key[i] instanceof byte[] b ? Arrays.toString(b) : key[i]));
    }
    return new MillraceException(
        ErrorCode.UNIQUE_VIOLATION,
        "There would be two rows with the primary key "
            + parts.stream().collect(Collectors.joining(", ", "(", ")"))
            + " in '"
            + table.name()
            + "'.");
  }
}
