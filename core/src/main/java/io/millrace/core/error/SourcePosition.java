package io.millrace.core.error;

/**
 * A place in SQL text.
 *
 * @param line from 1
 * @param column from 1, in UTF-16 units
 */
public record SourcePosition(int line, int column) {
  public SourcePosition {
    if (line < 1 || column < 1) {
      throw new IllegalArgumentException("Lines and columns count from 1: " + line + ":" + column);
    }
  }

  @Override
  public String toString() {
    return "line " + line + ", column " + column;
  }
}
