package io.millrace.server.dml;

/** A value that an INSERT gives to a column. */
sealed interface Cell {
  /** In the column's representation. */
  record Constant(Object value) implements Cell {}

  /**
   * The value of a parameter, of the column's type.
   *
   * @param index from 0
   */
  record Parameter(int index) implements Cell {}

  /**
   * One of the statement's {@link ComputedValues}.
   *
   * @param place from 0
   */
  record Computed(int place) implements Cell {}
}
