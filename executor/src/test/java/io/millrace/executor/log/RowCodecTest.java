package io.millrace.executor.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowCodecTest {
  @Test
  void everyTypeAndNullComesBack() {
    RowType rowType =
        new RowType(
            Arrays.stream(TypeKind.values())
                .map(
                    kind ->
                        new Column(
                            kind.name(),
                            kind == TypeKind.DECIMAL ? DataType.decimal(38, 2) : DataType.of(kind)))
                .toList());
    Object[] values = {
      true,
      (byte) -1,
      Short.MIN_VALUE,
      7,
      Long.MIN_VALUE,
      1.5f,
      Double.NaN,
      new BigDecimal("-123456789012345678901234567890.12"),
      "Grüße 🌊",
      new byte[] {0, -1},
      11_000,
      86_399_999,
      -1L
    };
    RowCodec codec = new RowCodec(rowType);
    RowCodec.WeightedRows decoded =
        codec.decode(codec.encode(List.of(values, new Object[rowType.size()]), new long[] {1, -3}));
    assertThat(decoded.rows().get(0)).isEqualTo(values);
    assertThat(decoded.rows().get(1)).containsOnlyNulls();
    assertThat(decoded.weights()).containsExactly(1, -3);
  }

  @Test
  void aDecimalOfAnotherScaleIsRefused() {
    RowCodec codec = new RowCodec(RowType.of(new Column("d", DataType.decimal(10, 2))));
    assertThatThrownBy(
            () ->
                codec.encode(
                    List.<Object[]>of(new Object[] {new BigDecimal("1.5")}), new long[] {1}))
        .hasMessageContaining("The scale of 1.5 is not that of DECIMAL(10, 2)");
  }
}
