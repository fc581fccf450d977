package io.millrace.core.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;

class SqlFunctionsTest {
  @Test
  void textIsOrderedAsItsUtf8Bytes() {
    List<String> texts =
        List.of("", "a", "ab", "b", "\u00e4", "\uffee", "\ue000", "\ud83d\ude00", "\ud83d\ude01");
    for (String a : texts) {
      for (String b : texts) {
        int bytes =
            Arrays.compareUnsigned(
                a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        assertThat(Integer.signum(SqlText.compare(a, b)))
            .as("%s and %s", a, b)
            .isEqualTo(Integer.signum(bytes));
      }
    }
  }

  @Test
  void approximateNumbersAreWrittenShort() {
    assertThat(
            List.of(0.0, -2.5, 0.1, 1e15, 1e16, 1.7e308, 1e-4, 1.5e-7, 123456789012.25).stream()
                .map(SqlDoubles::text))
        .containsExactly(
            "0.0",
            "-2.5",
            "0.1",
            "1000000000000000.0",
            "1e+16",
            "1.7e+308",
            "0.0001",
            "1.5e-07",
            "123456789012.25");
    assertThat(SqlDoubles.text(Double.NaN)).isEqualTo("NaN");
    assertThat(SqlDoubles.realText(16777216f)).isEqualTo("16777216.0");
  }

  @Test
  void partsAreBetweenDelimitersAndEmptyWhereThereIsNone() {
    String text = "a.*b.*.*c";
    List<String> parts = List.of("a", "b", "", "c");
    for (int number = 1; number <= 4; number++) {
      assertThat(SqlText.splitPart(text, ".*", number)).isEqualTo(parts.get(number - 1));
      assertThat(SqlText.splitPart(text, ".*", number - 5)).isEqualTo(parts.get(number - 1));
    }
    for (int number : new int[] {0, 5, -5, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThat(SqlText.splitPart(text, ".*", number)).as("part %d", number).isEmpty();
    }
    assertThat(SqlText.splitPart(text, "", 1)).isEqualTo(text);
    assertThat(SqlText.splitPart(text, "", -1)).isEqualTo(text);
    assertThat(SqlText.splitPart(text, "", 2)).isEmpty();
    assertThat(SqlText.splitPart("", ".*", 1)).isEmpty();
  }

  @Test
  void overlayReplacesWhatIsThere() {
    assertThat(SqlText.overlay("", "XX", 2, 1)).isEqualTo("XX");
    assertThat(SqlText.overlay("abc", "X", 2, 0)).isEqualTo("aXbc");
    assertThat(SqlText.overlay("a\ud83d\ude00c", "X", 2, Integer.MAX_VALUE)).isEqualTo("aX");
    assertThatThrownBy(() -> SqlText.overlay("abc", "X", 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void decimalsAreRoundedHalfUpAndCheckedForTheirRange() {
    assertThat(SqlDecimals.divide(new BigDecimal("2"), new BigDecimal("3"), 4))
        .hasToString("0.6667");
    assertThat(SqlDecimals.fit(new BigDecimal("-1.25"), 3, 1)).hasToString("-1.3");
    assertThatThrownBy(() -> SqlDecimals.fit(new BigDecimal("99.95"), 3, 1))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("DECIMAL(3, 1)");
    assertThatThrownBy(() -> SqlDecimals.divide(BigDecimal.ONE, new BigDecimal("0.00"), 2))
        .hasMessage("Division by zero");
    assertThatThrownBy(() -> SqlDecimals.remainder(BigDecimal.ONE, BigDecimal.ZERO))
        .hasMessage("Division by zero");
  }

  @Test
  void doublesBecomeWholeNumbersOnlyWithinTheirRange() {
    assertThat(SqlDoubles.toLong(2.5, Integer.MIN_VALUE, Integer.MAX_VALUE)).isEqualTo(2);
    assertThat(SqlDoubles.toLong(-3.5, Integer.MIN_VALUE, Integer.MAX_VALUE)).isEqualTo(-4);
    assertThat(SqlDoubles.toLong(-0x1p63, Long.MIN_VALUE, Long.MAX_VALUE))
        .isEqualTo(Long.MIN_VALUE);
    for (double wrong : new double[] {0x1p63, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> SqlDoubles.toLong(wrong, Long.MIN_VALUE, Long.MAX_VALUE))
          .isInstanceOf(ArithmeticException.class);
    }
    assertThatThrownBy(() -> SqlDoubles.divide(1, -0.0)).hasMessage("Division by zero");
  }

  @Test
  void timesAreWrittenWithoutFinalZeros() {
    assertThat(SqlTimes.timestamp(0, 1_000)).isEqualTo("1970-01-01 00:00:00");
    assertThat(SqlTimes.timestamp(-1, 1_000)).isEqualTo("1969-12-31 23:59:59.999");
    assertThat(SqlTimes.timestamp(-1, 1_000_000)).isEqualTo("1969-12-31 23:59:59.999999");
    assertThat(SqlTimes.timestamp(1_500, 1_000_000)).isEqualTo("1970-01-01 00:00:00.0015");
    assertThat(SqlTimes.time(45_296_780)).isEqualTo("12:34:56.78");
    assertThat(SqlTimes.time(5)).isEqualTo("00:00:00.005");
  }

  @Test
  void ordersDoublesByWholeNumbers() {
    double[] ascending = {
      Double.NEGATIVE_INFINITY,
      -1.5,
      -Double.MIN_VALUE,
      0.0,
      2,
      Double.POSITIVE_INFINITY,
      Double.NaN
    };
    for (int i = 1; i < ascending.length; i++) {
      assertThat(SqlDoubles.order(ascending[i - 1])).isLessThan(SqlDoubles.order(ascending[i]));
      assertThat(SqlDoubles.ofOrder(SqlDoubles.order(ascending[i])))
          .isEqualTo(Double.valueOf(ascending[i]));
    }
    assertThat(SqlDoubles.order(-0.0)).isEqualTo(SqlDoubles.order(0.0));
  }

  @Test
  void endsWindowsWhereTimeEnds() {
    long last = Long.MAX_VALUE - 3;
    assertThat(SqlTimes.windowBound(last, 10, 0, 0)).isEqualTo(last - last % 10);
    assertThat(SqlTimes.windowBound(last, 10, 0, 10)).isEqualTo(Long.MAX_VALUE);
    assertThat(SqlTimes.windowBound(last, 1, 0, 10)).isEqualTo(Long.MAX_VALUE);
    assertThat(SqlTimes.windowBound(Long.MIN_VALUE + 1, 10, 0, 0)).isEqualTo(Long.MIN_VALUE);
    assertThat(SqlTimes.windowBound(Long.MIN_VALUE + 1, 10, 3, 10))
        .isEqualTo(
            Long.MIN_VALUE + 1 - Math.floorMod(Math.floorMod(Long.MIN_VALUE + 1, 10) - 3, 10) + 10);
  }

  @Test
  void comparesFineTimesWithCoarseOnes() {
    assertThat(SqlTimes.exactly(-2_000, 1_000)).isEqualTo(-2);
    assertThat(SqlTimes.exactly(2_001, 1_000)).isEqualTo(Long.MIN_VALUE);
    assertThat(SqlTimes.unitsDown(-1, 1_000)).isEqualTo(-1);
    assertThat(SqlTimes.millisUp(-1, 1_000)).isEqualTo(0);
    assertThat(SqlTimes.millisUp(1, 1_000)).isEqualTo(1);
    assertThat(SqlTimes.millisUp(Long.MIN_VALUE, 1_000)).isEqualTo(Long.MIN_VALUE / 1_000);
  }

  @Test
  void textIsLikeAPatternWhereItsRegularExpressionSaysSo() {
    List<String> texts = words(List.of("a", "b", "\uD83D\uDE00"), 4);
    for (String pattern : words(List.of("a", "b", "\uD83D\uDE00", "%", "_"), 4)) {
      Pattern expression =
          Pattern.compile(pattern.replace("%", ".*").replace('_', '.'), Pattern.DOTALL);
      for (String text : texts) {
        assertThat(SqlText.like(text, pattern))
            .as("'%s' LIKE '%s'", text, pattern)
            .isEqualTo(expression.matcher(text).matches());
      }
    }
  }

  /** All words of up to so many letters. */
  private static List<String> words(List<String> letters, int length) {
    List<String> words = new ArrayList<>(List.of(""));
    for (int from = 0, letter = 0; letter < length; letter++) {
      int end = words.size();
      for (; from < end; from++) {
        for (String next : letters) {
          words.add(words.get(from) + next);
        }
      }
    }
    return words;
  }

  @Test
  void findsAndCountsRegularExpressions() {
    String expression = "(&|^)id=([^&]*)";
    assertThat(SqlPatterns.extract("x=1&id=27&y=2", expression, 2)).isEqualTo("27");
    assertThat(SqlPatterns.extract("x=1&id=27&y=2", expression, 0)).isEqualTo("&id=27");
    assertThat(SqlPatterns.extract("id=", expression, 2)).isEmpty();
    assertThat(SqlPatterns.extract("kid=27", expression, 2)).isNull();
    assertThat(SqlPatterns.extract("b", "(a)|b", 1)).isNull();
    assertThatThrownBy(() -> SqlPatterns.extract("", expression, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'(&|^)id=([^&]*)' has 2 groups, none numbered 3");
    assertThatThrownBy(() -> SqlPatterns.count("", "(")).isInstanceOf(PatternSyntaxException.class);

    assertThat(SqlPatterns.count("abcabca", "a")).isEqualTo(3);
    assertThat(SqlPatterns.count("aaaaa", "aa")).isEqualTo(2);
    assertThat(SqlPatterns.count("a.b", ".")).isEqualTo(3);
    assertThat(SqlPatterns.count("a.b", "\\.")).isEqualTo(1);
    assertThat(SqlPatterns.count("ab", "")).isEqualTo(3);
    for (int other = 0; other < 600; other++) {
      assertThat(SqlPatterns.count("x" + other + ".", "x" + other + "[.]")).isEqualTo(1);
    }
  }
}
