package io.millrace.connector.nexmark;

import io.millrace.connector.datagen.DatagenValues;

/**
 * Prices from 100 to 100,000,000, as many in each power of ten. Between the points of a table they
 * are interpolated, which needs no function whose last digit depends on the processor.
 */
final class Prices {
  private static final int POINTS = 4096;
  private static final double LEAST = 100;
  private static final double POWERS_OF_TEN = 6;
  private static final double[] TABLE = new double[POINTS + 1];

  static {
    for (int i = 0; i <= POINTS; i++) {
      TABLE[i] = LEAST * StrictMath.pow(10, POWERS_OF_TEN * i / POINTS);
    }
  }

  private Prices() {}

  static long of(long bits) {
    double place = DatagenValues.unit(bits) * POINTS;
    int point = (int) place;
    return Math.round(TABLE[point] + (TABLE[point + 1] - TABLE[point]) * (place - point));
  }
}
