package io.millrace.benchmarks.nexmark.hand;

import io.millrace.benchmarks.nexmark.run.AnswerDigest;
import java.nio.charset.StandardCharsets;

/** Where a loop puts its answer, field by field. For one thread. */
interface Answers {
  /** A whole number, or a time in milliseconds since 1970. */
  void number(long value);

  /** The number unscaled · 10^−scale. */
  void decimal(long unscaled, int scale);

  /** A date in days since 1970. */
  void date(long epochDay);

  /** A text in ASCII. */
  void text(byte[] ascii);

  default void text(String ascii) {
    text(ascii.getBytes(StandardCharsets.ISO_8859_1));
  }

  void endRow();

  /** Of all rows; of none where rows are only dropped. */
  AnswerDigest digest();
}
