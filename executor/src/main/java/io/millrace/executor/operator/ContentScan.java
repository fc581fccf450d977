package io.millrace.executor.operator;

/**
 * One pass over an operator's content as it was when the pass began, while the operator goes on.
 * The operator's thread uses it.
 */
public interface ContentScan extends AutoCloseable {
  /**
   * Emits at most one batch of rows; a row that is there n times comes n times or with weight n.
   *
   * @return whether that was all
   */
  boolean emit(Output output);

  @Override
  void close();
}
