package io.millrace.executor.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.junit.jupiter.api.Test;

class VectorGatherTest {
  private static final String ROWS =
      """
      + true 1 2 3 4 1.5 2.5 1.25 12345678901234567890.5 a x00ff 2024-02-29 12:34:56.789 1969-12-31T23:59:59.999
      + NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL
      +2 false -1 -2 -3 -4 -1.5 NaN -1.25 -12345678901234567890.5 'it''s here' x 0001-01-01 00:00 2024-01-01T00:00
      - true 127 32767 2147483647 9223372036854775807 3.4028235E38 -0.0 9999999999999999.99 0.0 '' x01 9999-12-31 23:59:59.999 9999-12-31T00:00
      """;

  static RowType allTypes() {
    List<Column> columns = new ArrayList<>();
    for (TypeKind kind : TypeKind.values()) {
      DataType type = kind == TypeKind.DECIMAL ? DataType.decimal(18, 2) : DataType.of(kind);
      columns.add(new Column(kind.name(), type));
      if (kind == TypeKind.DECIMAL) {
        columns.add(new Column("LONG_DECIMAL", DataType.decimal(38, 1)));
      }
    }
    return new RowType(columns);
  }

  @Test
  void copiesTheChosenRowsOfEveryType() {
    RowType type = allTypes();
    try (BufferAllocator allocator = new RootAllocator()) {
      ChangeBatch batch = ChangelogText.batch(type, ROWS, allocator);
      int[] rows = {3, 1, 2, 3};
      FieldVector[] columns = new FieldVector[type.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = VectorGather.gather(batch.column(i), rows, 4, allocator);
      }
      ChangeBatch gathered =
          ChangeBatch.of(
              type, columns, VectorGather.gatherWeights(batch.weights(), rows, 4, allocator), 4);
      List<ChangelogText.Change> all = ChangelogText.changes(List.of(batch));
      assertThat(ChangelogText.format(type, ChangelogText.changes(List.of(gathered))))
          .isEqualTo(
              ChangelogText.format(type, List.of(all.get(3), all.get(1), all.get(2), all.get(3))));
      batch.release();
      gathered.release();
    }
  }

  @Test
  void writesAndReadsTextUnchanged() {
    RowType type = allTypes();
    try (BufferAllocator allocator = new RootAllocator()) {
      ChangeBatch batch = ChangelogText.batch(type, ROWS, allocator);
      String text = ChangelogText.format(type, ChangelogText.changes(List.of(batch)));
      assertThat(text).isEqualTo(ROWS.replaceAll("(?m)^ +", ""));
      batch.release();
    }
  }
}
