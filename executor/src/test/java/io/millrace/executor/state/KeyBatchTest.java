package io.millrace.executor.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangeBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class KeyBatchTest {
  private final RootAllocator allocator = new RootAllocator();

  @AfterEach
  void freeMemory() {
    allocator.close();
  }

  static List<List<DataType>> keyTypes() {
    return KeyValues.KEY_TYPES;
  }

  @ParameterizedTest
  @MethodSource("keyTypes")
  void vectorsAndObjectsGiveTheSameKeys(List<DataType> types) {
    Random random = new Random(7);
    List<Object[]> keys = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      keys.add(KeyValues.random(types, random, 20));
    }
    KeyBatch fromVectors = new KeyBatch(types);
    KeyBatch fromObjects = new KeyBatch(types);
    ChangeBatch batch = KeyValues.batch(types, keys, allocator);
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(i);
    }
    fromVectors.load(batch, columns);
    fromObjects.load(keys);
    batch.release();
    assertThat(fromVectors.size()).isEqualTo(1000);
    for (int i = 0; i < 1000; i++) {
      assertThat(fromVectors.hash(i)).isEqualTo(fromObjects.hash(i));
      assertThat(encoded(fromVectors, i)).isEqualTo(encoded(fromObjects, i));
      if (fromVectors.layout().isFixedWidth()) {
        assertThat(fromVectors.layout().hash(fromVectors.words(), i * fromVectors.layout().words()))
            .isEqualTo(fromVectors.hashes()[i]);
      }
      for (int j = 0; j < i; j++) {
        assertThat(Arrays.equals(encoded(fromVectors, i), encoded(fromVectors, j)))
            .isEqualTo(KeyValues.describe(keys.get(i)).equals(KeyValues.describe(keys.get(j))));
      }
    }
  }

  @Test
  void equalNumbersAreEqualKeys() {
    KeyBatch keys = new KeyBatch(List.of(DataType.of(TypeKind.DOUBLE), DataType.of(TypeKind.REAL)));
    keys.load(
        List.of(
            new Object[] {0.0, -0.0f},
            new Object[] {-0.0, 0.0f},
            new Object[] {Double.NaN, Float.NaN},
            new Object[] {Double.longBitsToDouble(0xFFF8000000000001L), Float.NaN}));
    assertThat(encoded(keys, 0)).isEqualTo(encoded(keys, 1));
    assertThat(encoded(keys, 2)).isEqualTo(encoded(keys, 3));
    assertThat(keys.hash(0)).isEqualTo(keys.hash(1));
    assertThat(keys.hash(2)).isEqualTo(keys.hash(3));
  }

  @Test
  void hashesDoNotDependOnNullability() {
    for (TypeKind kind : List.of(TypeKind.BIGINT, TypeKind.VARCHAR)) {
      KeyBatch nullable = new KeyBatch(List.of(DataType.of(kind)));
      KeyBatch notNull = new KeyBatch(List.of(DataType.of(kind).notNull()));
      Object value = kind == TypeKind.BIGINT ? 42L : "forty-two";
      nullable.load(List.<Object[]>of(new Object[] {value}));
      notNull.load(List.<Object[]>of(new Object[] {value}));
      assertThat(nullable.hash(0)).isEqualTo(notNull.hash(0));
    }
  }

  @Test
  void hashesAreThoseOfEveryOtherProcess() {
    KeyBatch keys =
        new KeyBatch(List.of(DataType.of(TypeKind.BIGINT), DataType.of(TypeKind.VARCHAR)));
    keys.load(List.of(new Object[] {42L, "Millrace"}, new Object[] {null, null}));
    assertThat(keys.hashes()[0]).isEqualTo(GOLDEN_VALUES);
    assertThat(keys.hashes()[1]).isEqualTo(GOLDEN_NULLS);
  }

  private static final long GOLDEN_VALUES = -3346072800206432959L;
  private static final long GOLDEN_NULLS = 4110405896232660595L;

  @Test
  void hashesSpreadSmallNumbersOverKeyGroupsAndTables() {
    KeyBatch keys = new KeyBatch(List.of(DataType.of(TypeKind.INTEGER)));
    List<Object[]> numbers = new ArrayList<>();
    for (int i = 0; i < 128 * 256; i++) {
      numbers.add(new Object[] {i});
    }
    keys.load(numbers);
    int[] groups = new int[128];
    int[] places = new int[128];
    for (int i = 0; i < keys.size(); i++) {
      groups[KeyGroups.of(keys.hash(i), 128)]++;
      places[(int) (keys.hashes()[i] >>> 57)]++;
    }
    assertThat(Arrays.stream(groups).min().getAsInt()).isGreaterThan(180);
    assertThat(Arrays.stream(groups).max().getAsInt()).isLessThan(340);
    assertThat(Arrays.stream(places).min().getAsInt()).isGreaterThan(180);
    assertThat(Arrays.stream(places).max().getAsInt()).isLessThan(340);
  }

  @Test
  void refusesWhatIsNoValueOfTheType() {
    KeyBatch keys = new KeyBatch(List.of(DataType.decimal(5, 2).notNull()));
    assertThatThrownBy(
            () -> keys.load(List.<Object[]>of(new Object[] {new java.math.BigDecimal("1.234")})))
        .hasMessageContaining("No value of DECIMAL(5, 2) NOT NULL: 1.234");
    assertThatThrownBy(() -> keys.load(List.<Object[]>of(new Object[] {null})))
        .hasMessageContaining("NULL");
  }

  static byte[] encoded(KeyBatch keys, int key) {
    if (!keys.layout().isFixedWidth()) {
      return Arrays.copyOfRange(keys.bytes(), keys.start(key), keys.start(key + 1));
    }
    int words = keys.layout().words();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(keys.words()[key * words + i]).append(',');
    }
    return text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  @Test
  void columnsOfABatchAreChosenByNumber() {
    RowType rowType =
        RowType.of(
            new Column("a", DataType.of(TypeKind.BIGINT)),
            new Column("b", DataType.of(TypeKind.BIGINT)));
    ChangeBatch batch =
        KeyValues.batch(
            List.of(rowType.type(0), rowType.type(1)),
            List.of(new Object[] {1L, 2L}, new Object[] {3L, null}),
            allocator);
    KeyBatch second = new KeyBatch(List.of(rowType.type(1)));
    second.load(batch, List.of(1));
    assertThat(second.words()).startsWith(0, 2, 1, 0);
    batch.release();
  }
}
