package io.millrace.jdbc.value;

import org.apache.calcite.avatica.Meta;

/** Where a {@link FrameCursor} gets the rows that follow its first frame. */
public interface FrameSource {

  /**
   * Returns the next rows. May wait for them, and may return none although more will follow.
   *
   * @param offset number of rows of the result seen so far
   * @param maxRows upper bound of rows wanted, positive
   */
  Meta.Frame fetch(long offset, int maxRows);

  /** Returns the number of rows to ask for at once, positive; may change during a result. */
  int fetchSize();
}
