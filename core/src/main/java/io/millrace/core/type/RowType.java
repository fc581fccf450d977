package io.millrace.core.type;

import java.util.List;
import java.util.stream.Collectors;

/** The columns of a relation or of a stream between operators, in order. */
public record RowType(List<Column> columns) {
  public RowType {
    columns = List.copyOf(columns);
  }

  public static RowType of(Column... columns) {
    return new RowType(List.of(columns));
  }

  public int size() {
    return columns.size();
  }

  public Column column(int index) {
    return columns.get(index);
  }

  public DataType type(int index) {
    return columns.get(index).type();
  }

  /** The position of the column with exactly this name, or -1. */
  public int indexOf(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The row type of some of the columns, in the order given. */
  public RowType project(List<Integer> indexes) {
    return new RowType(indexes.stream().map(columns::get).collect(Collectors.toList()));
  }

  @Override
  public String toString() {
    return columns.stream().map(Column::toString).collect(Collectors.joining(", ", "(", ")"));
  }
}
