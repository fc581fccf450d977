package io.millrace.core.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ValueFaultsTest {
  private static String said(ThrowingCallable computing) {
    return ValueFaults.describe(catchThrowable(computing));
  }

  @Test
  void namesTheTextThatIsNoNumber() {
    assertThat(said(() -> Integer.parseInt("abc")))
        .isEqualTo("'abc' is not a number, or out of range");
    assertThat(said(() -> Integer.parseInt("99999999999")))
        .isEqualTo("'99999999999' is not a number, or out of range");
    assertThat(said(() -> Long.parseLong(""))).isEqualTo("'' is not a number, or out of range");
    assertThat(said(() -> Double.parseDouble("a \"b\"")))
        .isEqualTo("'a \"b\"' is not a number, or out of range");
    assertThat(said(() -> new BigDecimal("abc")))
        .isEqualTo("The text is not a number, or out of range");
  }

  @Test
  void saysWhatArithmeticCannotDo() {
    int zero = Integer.parseInt("0");
    assertThat(said(() -> Integer.valueOf(1 / zero))).isEqualTo("Division by zero");
    assertThat(said(() -> Math.addExact(Integer.MAX_VALUE, 1)))
        .isEqualTo("The result is out of the range of INTEGER");
    assertThat(said(() -> Math.addExact(Long.MAX_VALUE, 1L)))
        .isEqualTo("The result is out of the range of BIGINT");
  }

  @Test
  void neverSaysNull() {
    assertThat(ValueFaults.describe(new IllegalArgumentException()))
        .isEqualTo("IllegalArgumentException");
    assertThat(ValueFaults.describe(new IllegalArgumentException("as it is")))
        .isEqualTo("as it is");
  }
}
