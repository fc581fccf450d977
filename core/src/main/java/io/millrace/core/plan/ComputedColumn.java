package io.millrace.core.plan;

import io.millrace.core.expression.ScalarExpression;

/**
 * A column of a source that its connector does not read.
 *
 * @param column its number among the source's columns
 * @param expression its value, over the columns that the connector reads; null for the time at
 *     which the row is read
 */
public record ComputedColumn(int column, ScalarExpression expression) {}
