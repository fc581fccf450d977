package io.millrace.executor.operator.aggregate;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.DataType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.operator.ErrorReport;
import io.millrace.executor.operator.record.RecordView;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** SUM and AVG of integers and decimals, from an exact sum and a count. */
final class ExactResult implements Result {
  private static final long EXACT_AS_DOUBLE = 1L << 53;

  private final Accumulator sum;
  private final int countWord;
  private final int scale;
  private final boolean average;
  private final String display;
  private final ErrorReport errors;

  /**
   * @param sum of two words ({@link LongSumAccumulator}) or three ({@link DecimalSumAccumulator})
   * @param scale the argument's scale, 0 for integers
   */
  ExactResult(
      Accumulator sum,
      int countWord,
      int scale,
      boolean average,
      String display,
      ErrorReport errors) {
    this.sum = sum;
    this.countWord = countWord;
    this.scale = scale;
    this.average = average;
    this.display = display;
    this.errors = errors;
  }

  @Override
  public void compute(
      RecordView records,
      int count,
      boolean[] exists,
      ResultColumn column,
      int firstRow,
      boolean report) {
    DataType type = column.type();
    boolean plainLong =
        !average && sum.words() == 2 && (type.kind() == TypeKind.BIGINT || isDecimalOfScale(type));
    for (int i = 0; i < count; i++) {
      if (!exists[i]) {
        continue;
      }
      long[] page = records.pages[i];
      int record = records.offsets[i];
      int at = record + sum.firstWord();
      int row = firstRow + i;
      long values = page[record + countWord];
      if (values <= 0) {
        column.setNull(row);
      } else if (plainLong
          && Int128.isLong(page[at], page[at + 1])
          && (type.kind() == TypeKind.BIGINT
              || Int128.hasDigits(page[at], page[at + 1], type.precision()))) {
        column.set(row, page[at], page[at + 1]);
      } else {
        other(page, at, values, column, row, report);
      }
    }
  }

  private boolean isDecimalOfScale(DataType type) {
    return type.kind() == TypeKind.DECIMAL && type.scale() == scale;
  }

  private void other(
      long[] page, int at, long count, ResultColumn column, int row, boolean report) {
    DataType type = column.type();
    if (type.kind() == TypeKind.DOUBLE || type.kind() == TypeKind.REAL) {
      double value = toDouble(page, at, average ? count : 1);
      double rounded = type.kind() == TypeKind.REAL ? (double) (float) value : value;
      column.set(row, Double.doubleToRawLongBits(rounded));
      return;
    }
    BigInteger total = total(page, at);
    BigInteger value = total;
    if (type.kind() == TypeKind.DECIMAL) {
      value =
          average
              ? Int128.average(total, scale, count, type.scale())
              : new BigDecimal(total, scale)
                  .setScale(type.scale(), RoundingMode.HALF_UP)
                  .unscaledValue();
    } else if (average) {
      value = total.divide(BigInteger.valueOf(count));
    }
    if (fits(value, type)) {
      column.set(row, Int128.low(value), Int128.high(value));
    } else {
      column.setNull(row);
      if (report) {
        errors.valueFailed(
            display,
            new MillraceException(
                ErrorCode.NUMERIC_OUT_OF_RANGE, value + " does not fit " + type + "."));
      }
    }
  }

  private double toDouble(long[] page, int at, long divisor) {
    boolean small =
        sum.words() == 2
            && scale == 0
            && Int128.isLong(page[at], page[at + 1])
            && Math.abs(page[at]) <= EXACT_AS_DOUBLE
            && divisor <= EXACT_AS_DOUBLE;
    return small
        ? (double) page[at] / divisor
        : new BigDecimal(total(page, at), scale)
            .divide(BigDecimal.valueOf(divisor), new MathContext(60))
            .doubleValue();
  }

  private BigInteger total(long[] page, int at) {
    if (sum.words() == 2) {
      return Int128.toBigInteger(page[at], page[at + 1]);
    }
    return Int128.toBigInteger(page[at + 1], page[at + 2])
        .shiftLeft(64)
        .add(Int128.toBigInteger(page[at], 0));
  }

  private static boolean fits(BigInteger value, DataType type) {
    return switch (type.kind()) {
      case DECIMAL ->
          value.bitLength() < 128
              && Int128.hasDigits(Int128.low(value), Int128.high(value), type.precision());
      case TINYINT -> value.bitLength() < 8;
      case SMALLINT -> value.bitLength() < 16;
      case INTEGER -> value.bitLength() < 32;
      default -> value.bitLength() < 64;
    };
  }
}
