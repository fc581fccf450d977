package io.millrace.executor.state;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;

/** Random keys of every type, for tests, as Java objects and as vectors. */
final class KeyValues {
  private static final DataType BIG_DECIMAL = DataType.decimal(38, 4);

  static final List<List<DataType>> KEY_TYPES = keyTypes();

  private KeyValues() {}

  private static List<List<DataType>> keyTypes() {
    List<List<DataType>> result = new ArrayList<>();
    for (TypeKind kind : TypeKind.values()) {
      DataType type = kind == TypeKind.DECIMAL ? DataType.decimal(12, 2) : DataType.of(kind);
      result.add(List.of(type));
      result.add(List.of(type.notNull()));
    }
    result.add(List.of(BIG_DECIMAL));
    result.add(List.of(BIG_DECIMAL.notNull(), DataType.of(TypeKind.INTEGER)));
    result.add(List.of(DataType.of(TypeKind.BIGINT).notNull(), DataType.of(TypeKind.DATE)));
    result.add(
        List.of(
            DataType.of(TypeKind.VARCHAR).notNull(),
            DataType.of(TypeKind.DOUBLE),
            BIG_DECIMAL,
            DataType.of(TypeKind.VARBINARY)));
    List<DataType> many = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      many.add(DataType.of(i % 2 == 0 ? TypeKind.SMALLINT : TypeKind.BOOLEAN));
    }
    result.add(many);
    result.add(List.of());
    return result;
  }

  /** A random key; each column has about {@code variety} different values. */
  static Object[] random(List<DataType> types, Random random, int variety) {
    Object[] key = new Object[types.size()];
    for (int i = 0; i < key.length; i++) {
      DataType type = types.get(i);
      if (type.nullable() && random.nextInt(8) == 0) {
        continue;
      }
      int number = random.nextInt(variety) - variety / 2;
      key[i] =
          switch (type.kind()) {
            case BOOLEAN -> number % 2 == 0;
            case TINYINT -> (byte) number;
            case SMALLINT -> (short) (number * 99);
            case INTEGER -> number * 12345;
            case DATE, TIME -> number + variety;
            case BIGINT, TIMESTAMP -> number * 1_234_567_890_123L;
            case REAL -> number / 4f;
            case DOUBLE -> number / 8.0;
            case DECIMAL ->
                type.isLongDecimal()
                    ? BigDecimal.valueOf(number, type.scale())
                    : new BigDecimal(
                        BigInteger.valueOf(number).shiftLeft(70).add(BigInteger.valueOf(number)),
                        type.scale());
            case VARCHAR -> "ä".repeat(Math.floorMod(number, 11)) + number;
            case VARBINARY ->
                ("#".repeat(Math.floorMod(number, 30)) + number).getBytes(StandardCharsets.UTF_8);
          };
    }
    return key;
  }

  /** Text that is equal for equal keys. */
  static String describe(Object[] key) {
    Object[] parts = new Object[key.length];
    for (int i = 0; i < key.length; i++) {
      parts[i] = key[i] instanceof byte[] bytes ? Arrays.toString(bytes) : key[i];
    }
    return Arrays.toString(parts);
  }

  static ChangeBatch batch(List<DataType> types, List<Object[]> keys, BufferAllocator allocator) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(new Column("k" + i, types.get(i)));
    }
    RowType rowType = new RowType(columns);
    FieldVector[] vectors = ArrowTypes.newVectors(rowType, allocator);
    for (int i = 0; i < vectors.length; i++) {
      vectors[i].setInitialCapacity(Math.max(1, keys.size()));
      vectors[i].allocateNew();
      for (int row = 0; row < keys.size(); row++) {
        set(vectors[i], row, keys.get(row)[i]);
      }
      vectors[i].setValueCount(keys.size());
    }
    return ChangeBatch.of(rowType, vectors, null, keys.size());
  }

  private static void set(FieldVector vector, int row, Object value) {
    if (value == null) {
      vector.setNull(row);
    } else if (vector instanceof BitVector v) {
      v.setSafe(row, (Boolean) value ? 1 : 0);
    } else if (vector instanceof TinyIntVector v) {
      v.setSafe(row, (Byte) value);
    } else if (vector instanceof SmallIntVector v) {
      v.setSafe(row, (Short) value);
    } else if (vector instanceof IntVector v) {
      v.setSafe(row, (Integer) value);
    } else if (vector instanceof BigIntVector v) {
      v.setSafe(
          row, value instanceof BigDecimal d ? d.unscaledValue().longValueExact() : (Long) value);
    } else if (vector instanceof Float4Vector v) {
      v.setSafe(row, (Float) value);
    } else if (vector instanceof Float8Vector v) {
      v.setSafe(row, (Double) value);
    } else if (vector instanceof DecimalVector v) {
      v.setSafe(row, (BigDecimal) value);
    } else if (vector instanceof VarCharVector v) {
      v.setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
    } else if (vector instanceof VarBinaryVector v) {
      v.setSafe(row, (byte[]) value);
    } else if (vector instanceof DateDayVector v) {
      v.setSafe(row, (Integer) value);
    } else if (vector instanceof TimeMilliVector v) {
      v.setSafe(row, (Integer) value);
    } else if (vector instanceof TimeStampMilliVector v) {
      v.setSafe(row, (Long) value);
    } else {
      throw new IllegalArgumentException(vector.toString());
    }
  }

  /** The value of a key's column in a vector, as in {@link #random}. */
  static Object get(FieldVector vector, DataType type, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    if (vector instanceof BitVector v) {
      return v.get(row) == 1;
    } else if (vector instanceof BigIntVector v && type.kind() == TypeKind.DECIMAL) {
      return BigDecimal.valueOf(v.get(row), type.scale());
    } else if (vector instanceof VarCharVector v) {
      return new String(v.get(row), StandardCharsets.UTF_8);
    } else if (vector instanceof DateDayVector v) {
      return v.get(row);
    } else if (vector instanceof TimeMilliVector v) {
      return v.get(row);
    } else if (vector instanceof TimeStampMilliVector v) {
      return v.get(row);
    }
    return vector.getObject(row);
  }
}
