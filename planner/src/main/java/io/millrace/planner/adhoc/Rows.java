package io.millrace.planner.adhoc;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.runtime.ArrayBindable;
import org.apache.calcite.runtime.Bindable;

/**
 * Rows of generated code as arrays. Those of one column come as the bare value, unless they come
 * from a scan as they are; no value is an array itself.
 */
final class Rows {
  private Rows() {}

  static ArrayBindable arrays(Bindable<?> program, int columns) {
    return new ArrayBindable() {
      @Override
      public Class<Object[]> getElementType() {
        return Object[].class;
      }

      @Override
      public Enumerable<Object[]> bind(DataContext context) {
        Enumerable<?> rows = program.bind(context);
        return columns == 1
            ? rows.select(value -> value instanceof Object[] row ? row : new Object[] {value})
            : rows.select(row -> row instanceof List<?> list ? list.toArray() : (Object[]) row);
      }
    };
  }
}
