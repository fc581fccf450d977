package io.millrace.connector.datagen;

import io.millrace.core.config.ConfigOption;
import java.util.List;

/** The options of the datagen connector; those of a column are {@code fields.<column>.…}. */
final class DatagenOptions {
  enum Kind {
    RANDOM,
    SEQUENCE
  }

  static final ConfigOption<Long> ROWS_PER_SECOND =
      ConfigOption.bigint(
          "rows-per-second", 1, 1_000_000_000_000L, "the most rows a second, of all splits");
  static final ConfigOption<Long> NUMBER_OF_ROWS =
      ConfigOption.bigint(
          "number-of-rows", 0, Long.MAX_VALUE / 4, "how many rows there are, of all splits");
  static final ConfigOption<Long> SEED =
      ConfigOption.bigint(
              "seed", Long.MIN_VALUE, Long.MAX_VALUE, "another seed gives other random values")
          .withDefault(0L);
  static final ConfigOption<Integer> SPLITS =
      ConfigOption.integer("splits", 1, 1024, "how many readers may make rows at the same time")
          .withDefault(1);

  static final ConfigOption<Kind> KIND =
      ConfigOption.choice("fields.*.kind", Kind.class, "how the column's values are made");
  static final ConfigOption<String> MIN =
      ConfigOption.string("fields.*.min", "the least random value");
  static final ConfigOption<String> MAX =
      ConfigOption.string(
          "fields.*.max", "the greatest random value; DOUBLE and REAL stay below it");
  static final ConfigOption<String> START =
      ConfigOption.string("fields.*.start", "the first value of a sequence");
  static final ConfigOption<String> END =
      ConfigOption.string("fields.*.end", "the last value of a sequence, at which the source ends");
  static final ConfigOption<String> STEP =
      ConfigOption.string(
          "fields.*.step", "from one value of a sequence to the next; of times a duration");
  static final ConfigOption<Integer> LENGTH =
      ConfigOption.integer("fields.*.length", 0, 1 << 20, "the length of random text");
  static final ConfigOption<String> VALUES =
      ConfigOption.string(
          "fields.*.values", "the values to choose from, with commas between; \\, is a comma");
  static final ConfigOption<Double> NULL_RATE =
      ConfigOption.of(
          "fields.*.null-rate",
          DatagenOptions::share,
          "a number from 0 to 1",
          "the share of NULLs");

  static final List<ConfigOption<?>> OF_COLUMN =
      List.of(KIND, MIN, MAX, START, END, STEP, LENGTH, VALUES, NULL_RATE);

  private DatagenOptions() {}

  private static Double share(String text) {
    double value = Double.parseDouble(text);
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }
}
