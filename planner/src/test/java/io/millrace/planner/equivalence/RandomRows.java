package io.millrace.planner.equivalence;

import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import java.math.BigDecimal;
import java.util.Random;
import java.util.stream.IntStream;

/** Rows of few different values, so that groups have several rows, and of NULLs. */
final class RandomRows {
  private static final String[] TEXTS = {"a", "b", "ab", "", "é", "z z"};

  private RandomRows() {}

  static Object[] row(RowType rowType, Random random) {
    return IntStream.range(0, rowType.size())
        .mapToObj(i -> value(rowType.type(i), random))
        .toArray();
  }

  private static Object value(DataType type, Random random) {
    if (type.nullable() && random.nextInt(5) == 0) {
      return null;
    }
    int small = random.nextInt(9) - 3;
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT -> (byte) small;
      case SMALLINT -> (short) small;
      case INTEGER -> small;
      case BIGINT -> (long) small;
      case REAL -> small / 4f;
      case DOUBLE -> small / 4d;
      case DECIMAL -> BigDecimal.valueOf(small * 25L, 2).setScale(type.scale());
      case VARCHAR -> TEXTS[random.nextInt(TEXTS.length)];
      case VARBINARY -> new byte[] {(byte) small};
      case DATE -> 19_782 + small * 10;
      case TIME -> (small + 3) * 3_700_000;
      case TIMESTAMP -> 1_709_214_359_123L + small * 1_800_000L;
    };
  }
}
