package io.millrace.connector.nexmark;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A list of texts to choose from. */
final class TextChoice {
  private final byte[][] texts;

  private TextChoice(byte[][] texts) {
    this.texts = texts;
  }

  static TextChoice of(String... texts) {
    return new TextChoice(
        Arrays.stream(texts)
            .map(text -> text.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new));
  }

  /** The choice of random bits; not to be changed. */
  byte[] at(long bits) {
    return texts[(int) Draw.below(bits, texts.length)];
  }

  int shortest() {
    return Arrays.stream(texts).mapToInt(text -> text.length).min().orElse(0);
  }

  int longest() {
    return Arrays.stream(texts).mapToInt(text -> text.length).max().orElse(0);
  }
}
