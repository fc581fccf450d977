package io.millrace.core.plan;

/**
 * A column whose values are past at some watermark.
 *
 * @param column a TIMESTAMP
 * @param delay in the unit of the column: when the watermark is at the value plus this, no more
 *     rows come with the value or an earlier one, but for late ones
 */
public record EventTime(int column, long delay) {}
