package io.millrace.benchmarks.nexmark.hand;

import io.millrace.benchmarks.nexmark.run.AnswerDigest;

/** Looks at every field, so that a compiler cannot leave out what makes it, and drops it. */
final class DroppedAnswers implements Answers {
  private long sum;

  @Override
  public void number(long value) {
    sum += value;
  }

  @Override
  public void decimal(long unscaled, int scale) {
    sum += unscaled;
  }

  @Override
  public void date(long epochDay) {
    sum += epochDay;
  }

  @Override
  public void text(byte[] ascii) {
    sum += ascii.length == 0 ? 0 : ascii[ascii.length - 1];
  }

  @Override
  public void text(String ascii) {
    sum += ascii.isEmpty() ? 0 : ascii.charAt(ascii.length() - 1);
  }

  @Override
  public void endRow() {
    sum = Long.rotateLeft(sum, 1);
  }

  @Override
  public AnswerDigest digest() {
    return new AnswerDigest();
  }
}
