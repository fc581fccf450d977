package io.millrace.parser.impl;

import io.millrace.core.error.SourcePosition;
import java.util.Arrays;

/**
 * Translates between offsets in a text and lines and columns. Lines end as the scanner ends them:
 * by a line feed, a carriage return, or both together.
 */
final class TextPositions {
  private final int length;
  private final int[] lineStarts;

  TextPositions(String text) {
    this.length = text.length();
    int[] starts = new int[16];
    int lines = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean end =
          c == '\n' || (c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n'));
      if (end) {
        if (lines == starts.length) {
          starts = Arrays.copyOf(starts, lines * 2);
        }
        starts[lines++] = i + 1;
      }
    }
    this.lineStarts = Arrays.copyOf(starts, lines);
  }

  /** The offset of a line and column that both count from 1. */
  int offset(int line, int column) {
    return Math.min(length, lineStarts[Math.min(line, lineStarts.length) - 1] + column - 1);
  }

  SourcePosition at(int offset) {
    int found = Arrays.binarySearch(lineStarts, offset);
    int line = found >= 0 ? found : -found - 2;
    return new SourcePosition(line + 1, offset - lineStarts[line] + 1);
  }
}
