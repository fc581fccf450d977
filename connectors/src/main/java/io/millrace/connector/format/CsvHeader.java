package io.millrace.connector.format;

import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Matches the names in a file's first line with the declared columns. */
public final class CsvHeader {
  private CsvHeader() {}

  /**
   * For each field of the file its column, or -1 when no column has that name.
   *
   * @param place the file, for messages
   */
  public static int[] match(List<String> names, RowType rowType, String place) {
    int[] columnOfField = new int[names.size()];
    Arrays.fill(columnOfField, -1);
    for (int column = 0; column < rowType.size(); column++) {
      String name = rowType.column(column).name();
      int field = names.indexOf(name);
      if (field < 0) {
        throw missing(name, names, place);
      }
      if (names.lastIndexOf(name) != field) {
        throw new MillraceException(
            ErrorCode.MALFORMED_RECORD,
            "The header of " + place + " has two columns \"" + name + "\".");
      }
      columnOfField[field] = column;
    }
    return columnOfField;
  }

  private static MillraceException missing(String name, List<String> names, String place) {
    String hint =
        Suggestions.closest(name, names)
                .map(closest -> " Did you mean \"" + closest + "\"?")
                .orElse("")
            + " The header has: "
            + names.stream().limit(50).map(n -> '"' + n + '"').collect(Collectors.joining(", "))
            + (names.size() > 50 ? ", …" : ".");
    return new MillraceException(
        ErrorCode.UNKNOWN_COLUMN,
        "The header of " + place + " has no column \"" + name + "\"." + hint);
  }

  /** Files without a header: the fields are the columns, in order. */
  public static int[] inOrder(RowType rowType) {
    int[] columnOfField = new int[rowType.size()];
    Arrays.setAll(columnOfField, i -> i);
    return columnOfField;
  }
}
