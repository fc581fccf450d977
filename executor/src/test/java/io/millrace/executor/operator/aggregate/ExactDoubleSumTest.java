package io.millrace.executor.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactDoubleSumTest {
  private final long[] page = new long[ExactDoubleSum.WINDOW + 2];
  private long[] rest;

  private void add(double value, long weight) {
    if (!ExactDoubleSum.addToWindow(page, 1, value, weight)) {
      rest = rest == null ? new long[ExactDoubleSum.REST_WORDS] : rest;
      ExactDoubleSum.addToRest(rest, value, weight);
    }
  }

  private double sum() {
    return ExactDoubleSum.value(page, 1, rest, false);
  }

  @Test
  void roundsOnceAndForgetsNothing() {
    assertThat(sum()).isEqualTo(0.0);
    add(0.1, 10);
    assertThat(sum()).isEqualTo(1.0);
    add(1e300, 1);
    add(1.0, 1);
    add(1e300, -1);
    assertThat(sum()).isEqualTo(2.0);
    add(Double.MIN_VALUE, 3);
    add(0.1, -10);
    add(1.0, -1);
    assertThat(sum()).isEqualTo(3 * Double.MIN_VALUE);
    add(Double.MAX_VALUE, 2);
    assertThat(sum()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(ExactDoubleSum.average(page, 1, rest, 2)).isEqualTo(Double.MAX_VALUE);
    add(Double.MAX_VALUE, -3);
    assertThat(sum()).isEqualTo(-Double.MAX_VALUE);
  }

  @Test
  void countsWhatIsNotANumberApart() {
    add(1.5, 1);
    add(Double.NaN, 1);
    assertThat(sum()).isNaN();
    add(Double.NaN, -1);
    add(Double.POSITIVE_INFINITY, 2);
    assertThat(sum()).isEqualTo(Double.POSITIVE_INFINITY);
    add(Double.NEGATIVE_INFINITY, 1);
    assertThat(sum()).isNaN();
    add(Double.POSITIVE_INFINITY, -2);
    assertThat(sum()).isEqualTo(Double.NEGATIVE_INFINITY);
    add(Double.NEGATIVE_INFINITY, -1);
    assertThat(sum()).isEqualTo(1.5);
  }

  @Test
  void agreesWithBigDecimalForAnyNumbers() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      Arrays.fill(page, 0);
      rest = null;
      BigDecimal exact = BigDecimal.ZERO;
      List<Double> values = new ArrayList<>();
      int spread = 1 << random.nextInt(11);
      int center = random.nextInt(2047);
      for (int i = 0; i < 40; i++) {
        double value;
        long weight = 1;
        if (!values.isEmpty() && random.nextInt(3) == 0) {
          value = values.remove(random.nextInt(values.size()));
          weight = -1;
        } else {
          int exponent = Math.max(0, Math.min(2046, center + random.nextInt(spread) - spread / 2));
          value =
              Double.longBitsToDouble((long) exponent << 52 | random.nextLong() & ~(0x7ffL << 52));
          values.add(value);
          if (random.nextInt(5) == 0) {
            weight = random.nextLong() >> random.nextInt(63);
          }
        }
        exact = exact.add(new BigDecimal(value).multiply(BigDecimal.valueOf(weight)));
        add(value, weight);
        assertThat(sum()).as("seed " + seed).isEqualTo(exact.doubleValue());
        assertThat(ExactDoubleSum.value(page, 1, rest, true))
            .as("seed " + seed)
            .isEqualTo(exact.floatValue());
      }
      assertThat(page[0]).isZero();
      assertThat(page[ExactDoubleSum.WINDOW + 1]).isZero();
    }
  }
}
