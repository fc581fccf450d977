package io.millrace.executor.state.table;

import java.util.Arrays;

/** A growing stack, or list, of ints. */
final class IntStack {
  private int[] values = {};
  private int size;

  void push(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.max(16, 2 * size));
    }
    values[size++] = value;
  }

  int pop() {
    return values[--size];
  }

  void clear() {
    size = 0;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return values[index];
  }

  long memoryBytes() {
    return 4L * values.length;
  }
}
