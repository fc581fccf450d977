package io.millrace.server.system;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A relation of which the rows are made when it is read.
 *
 * @param rows a new list of arrays, with values as {@link io.millrace.executor.read.RelationRows}
 *     has them
 */
record SystemTable(String name, RowType rowType, Supplier<List<Object[]>> rows) {
  /**
   * @param columns names separated by blanks; the type follows after a colon: i INTEGER, l BIGINT,
   *     t TIMESTAMP, none VARCHAR; an exclamation mark at the end: NOT NULL
   */
  static SystemTable of(String name, String columns, Supplier<List<Object[]>> rows) {
    List<Column> parsed = new ArrayList<>();
    for (String column : columns.split(" ", -1)) {
      boolean nullable = !column.endsWith("!");
      String text = nullable ? column : column.substring(0, column.length() - 1);
      int colon = text.indexOf(':');
      DataType type = colon < 0 ? DataType.of(TypeKind.VARCHAR) : type(text.charAt(colon + 1));
      parsed.add(
          new Column(colon < 0 ? text : text.substring(0, colon), type.withNullable(nullable)));
    }
    return new SystemTable(name, new RowType(parsed), rows);
  }

  private static DataType type(char letter) {
    return switch (letter) {
      case 'i' -> DataType.of(TypeKind.INTEGER);
      case 't' -> DataType.of(TypeKind.TIMESTAMP);
      case 'l' -> DataType.of(TypeKind.BIGINT);
      default -> throw new IllegalArgumentException("There is no type " + letter + ".");
    };
  }
}
