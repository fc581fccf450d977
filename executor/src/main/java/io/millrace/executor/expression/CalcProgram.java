package io.millrace.executor.expression;

import org.apache.arrow.vector.FieldVector;

/**
 * What the generated class of a filter and its projections extends. Instances have no state that
 * changes: several threads may share one.
 *
 * <p>A RuntimeException from an expression makes that value NULL (a condition: not TRUE) and is
 * handed to {@link Failures}; other rows and other columns are not touched by it. This is so even
 * if the expression's type is NOT NULL: the vector then holds a NULL all the same, which readers
 * that trust the type see as 0 or as an empty string.
 */
public abstract class CalcProgram {
  /** Where failed evaluations are counted. */
  @FunctionalInterface
  public interface Failures {
    /**
     * @param expression its number: 0 for the condition, 1 for the first computed projection, …
     */
    void failed(int expression, RuntimeException cause);
  }

  /**
   * Finds the rows that the condition is TRUE for.
   *
   * @param input the input's columns
   * @param selection gets their numbers, ascending; at least {@code rowCount} long
   * @return how many there are
   */
  public abstract int filter(FieldVector[] input, int rowCount, int[] selection, Failures failures);

  /**
   * Computes the computed projections.
   *
   * @param input the input's columns
   * @param selection the rows to compute them for, or null for the first {@code count}
   * @param output an empty vector for each computed projection; gets {@code count} values
   */
  public abstract void project(
      FieldVector[] input, int[] selection, int count, FieldVector[] output, Failures failures);
}
