package io.millrace.executor.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.MillraceException;
import java.math.BigDecimal;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DecimalVector;
import org.junit.jupiter.api.Test;

class VectorValuesTest {
  @Test
  void longDecimalsAreWrittenAndReadAsAllOthersAre() {
    String[] values = {
      "0.00",
      "-0.01",
      "0.01",
      "9999999999999999.99",
      "-9999999999999999.99",
      "92233720368547758.07",
      "92233720368547758.08",
      "-92233720368547758.08",
      "-92233720368547758.09",
      "123456789012345678901234567890.12",
      "-123456789012345678901234567890.12"
    };
    try (RootAllocator allocator = new RootAllocator();
        DecimalVector vector = new DecimalVector("d", allocator, 32, 2);
        DecimalVector expected = new DecimalVector("e", allocator, 32, 2)) {
      vector.allocateNew(values.length);
      expected.allocateNew(values.length);
      for (int row = 0; row < values.length; row++) {
        BigDecimal value = new BigDecimal(values[row]);
        VectorValues.setDecimal(vector, row, value, 32, 2);
        expected.set(row, value);
      }
      vector.setValueCount(values.length);
      expected.setValueCount(values.length);
      for (int row = 0; row < values.length; row++) {
        assertThat(vector.getDataPointer(row)).isEqualTo(expected.getDataPointer(row));
        assertThat(vector.getObject(row)).isEqualTo(new BigDecimal(values[row]));
        assertThat(VectorValues.getDecimal(vector, row)).isEqualTo(new BigDecimal(values[row]));
      }
    }
  }

  @Test
  void decimalsAreRoundedHalfUpAndRefusedBeyondTheirDigits() {
    try (RootAllocator allocator = new RootAllocator();
        DecimalVector vector = new DecimalVector("d", allocator, 20, 2)) {
      vector.allocateNew(1);
      VectorValues.setDecimal(vector, 0, new BigDecimal("-1.005"), 20, 2);
      assertThat(VectorValues.getDecimal(vector, 0)).isEqualTo(new BigDecimal("-1.01"));
      assertThatThrownBy(() -> VectorValues.setDecimal(vector, 0, new BigDecimal("1e18"), 20, 2))
          .isInstanceOf(MillraceException.class)
          .hasMessageContaining("does not fit DECIMAL(20, 2)");
    }
    assertThat(VectorValues.unscaledLong(new BigDecimal("1e3"), 18, 2)).isEqualTo(100_000);
  }
}
