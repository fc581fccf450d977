package io.millrace.core.plan;

import io.millrace.core.type.DataType;

/**
 * One aggregate of a group.
 *
 * @param argument the input column, or {@link #NONE} for COUNT(*)
 * @param filter a BOOLEAN input column that must be TRUE for a row to count, or {@link #NONE}
 * @param distinct whether equal values count once
 * @param type the result's type
 */
public record AggregateCall(
    AggregateFunction function, int argument, int filter, boolean distinct, DataType type) {
  /** No such column. */
  public static final int NONE = -1;
}
