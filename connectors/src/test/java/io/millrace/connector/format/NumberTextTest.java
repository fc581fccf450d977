package io.millrace.connector.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.type.TimestampUnit;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Numbers and times are those that the JDK reads from the same text. */
class NumberTextTest {
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private String digits(int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append((char) ('0' + random.nextInt(10)));
    }
    return text.toString();
  }

  @Test
  void doublesAndFloats() throws InvalidFieldException {
    for (int i = 0; i < 200_000; i++) {
      String sign = new String[] {"", "-", "+"}[random.nextInt(3)];
      String exponent = random.nextInt(3) == 0 ? "e" + (random.nextInt(80) - 40) : "";
      String text = sign + random.nextInt(10) + digits(20) + "." + digits(12) + exponent;
      byte[] bytes = bytes("x" + text + "9");
      assertThat(NumberText.parseDouble(bytes, 1, text.length(), "DOUBLE"))
          .as("seed %d: %s", seed, text)
          .isEqualTo(Double.parseDouble(text));
      float expected = Float.parseFloat(text);
      if (!Float.isInfinite(expected)) {
        assertThat(NumberText.parseFloat(bytes, 1, text.length(), "REAL")).isEqualTo(expected);
      }
    }
  }

  @Test
  void wholeNumbers() {
    for (int i = 0; i < 200_000; i++) {
      String text = new String[] {"", "-", "+"}[random.nextInt(3)] + digits(21);
      Long expected;
      try {
        expected = Long.parseLong(text);
      } catch (NumberFormatException e) {
        expected = null;
      }
      Long actual;
      try {
        actual = NumberText.parseLong(bytes(text), 0, text.length(), "BIGINT");
      } catch (InvalidFieldException e) {
        actual = null;
      }
      assertThat(actual).as("seed %d: %s", seed, text).isEqualTo(expected);
    }
  }

  @Test
  void decimals() {
    for (int i = 0; i < 200_000; i++) {
      int precision = 1 + random.nextInt(18);
      int scale = random.nextInt(precision + 1);
      String exponent = random.nextInt(5) == 0 ? "E" + (random.nextInt(12) - 6) : "";
      String text =
          (random.nextBoolean() ? "-" : "")
              + digits(20)
              + (random.nextBoolean() ? "." + digits(8) : "")
              + exponent;
      Long expected = decimal(text, precision, scale);
      Long actual;
      try {
        actual =
            NumberText.parseLongDecimal(bytes(text), 0, text.length(), precision, scale, "DECIMAL");
      } catch (InvalidFieldException e) {
        actual = null;
      }
      assertThat(actual)
          .as("seed %d: %s as DECIMAL(%d, %d)", seed, text, precision, scale)
          .isEqualTo(expected);
    }
  }

  private static Long decimal(String text, int precision, int scale) {
    try {
      BigDecimal value = new BigDecimal(text).setScale(scale);
      return value.precision() > precision && value.signum() != 0
          ? null
          : value.unscaledValue().longValueExact();
    } catch (NumberFormatException | ArithmeticException e) {
      return null;
    }
  }

  @Test
  void timestamps() throws InvalidFieldException {
    for (int i = 0; i < 100_000; i++) {
      LocalDateTime time =
          LocalDateTime.ofEpochSecond(
              (long) (random.nextDouble() * 315_000_000_000L) - 62_135_596_800L,
              random.nextInt(1000) * 1_000_000,
              ZoneOffset.UTC);
      String text = time.toString();
      assertThat(TemporalText.parseTimestamp(bytes(text), 0, text.length(), 3, "TIMESTAMP(3)"))
          .as("seed %d: %s", seed, text)
          .isEqualTo(time.toInstant(ZoneOffset.UTC).toEpochMilli());
    }
  }

  @Test
  void timestampsOfEachPrecision() throws InvalidFieldException {
    for (int i = 0; i < 20_000; i++) {
      LocalDateTime time =
          LocalDateTime.ofEpochSecond(
              (long) ((random.nextDouble() - 0.5) * 18_000_000_000L),
              random.nextInt(1_000_000_000),
              ZoneOffset.UTC);
      String text = time.toString();
      for (int precision = 0; precision <= 9; precision++) {
        TimestampUnit unit = TimestampUnit.of(precision);
        String type = "TIMESTAMP(" + precision + ")";
        long digit = 1_000_000_000L / (long) Math.pow(10, precision);
        LocalDateTime cut = time.withNano((int) (time.getNano() / digit * digit));
        assertThat(
                unit.toLocal(
                    TemporalText.parseTimestamp(bytes(text), 0, text.length(), precision, type)))
            .as("seed %d: %s as %s", seed, text, type)
            .isEqualTo(cut);
      }
    }
  }

  @Test
  void timesThatNanosecondsDoNotReachAreMalformed() {
    for (String text : List.of("1677-09-21 00:12:43.145224191", "2262-04-11 23:47:16.854775808")) {
      assertThatThrownBy(
              () -> TemporalText.parseTimestamp(bytes(text), 0, text.length(), 9, "TIMESTAMP(9)"))
          .isInstanceOf(InvalidFieldException.class)
          .hasMessageContaining("does not fit TIMESTAMP(9)");
    }
  }
}
