package io.millrace.benchmarks.nexmark.hand;

import io.millrace.benchmarks.nexmark.run.AnswerDigest;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/** Digests rows, to compare them with another system's. */
final class DigestedAnswers implements Answers {
  private final AnswerDigest digest = new AnswerDigest();

  @Override
  public void number(long value) {
    digest.field(value);
  }

  @Override
  public void decimal(long unscaled, int scale) {
    digest.field(BigDecimal.valueOf(unscaled, scale));
  }

  @Override
  public void date(long epochDay) {
    digest.field(LocalDate.ofEpochDay(epochDay));
  }

  @Override
  public void text(byte[] ascii) {
    text(new String(ascii, StandardCharsets.ISO_8859_1));
  }

  @Override
  public void text(String ascii) {
    digest.field(ascii);
  }

  @Override
  public void endRow() {
    digest.endRow(1);
  }

  @Override
  public AnswerDigest digest() {
    return digest;
  }
}
