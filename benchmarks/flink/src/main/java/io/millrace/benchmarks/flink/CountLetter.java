package io.millrace.benchmarks.flink;

import org.apache.flink.table.functions.ScalarFunction;

/** {@code count_char(text, letter)}, the function that query 14 of the benchmark brings along. */
public final class CountLetter extends ScalarFunction {
  /** Called by name. */
  public long eval(String text, String letter) {
    long count = 0;
    if (text != null) {
      char wanted = letter.charAt(0);
      for (int i = 0; i < text.length(); i++) {
        count += text.charAt(i) == wanted ? 1 : 0;
      }
    }
    return count;
  }
}
