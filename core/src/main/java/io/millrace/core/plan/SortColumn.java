package io.millrace.core.plan;

/**
 * A column that rows are sorted by.
 *
 * @param column of the input
 * @param descending whether greater values come first
 * @param nullsFirst whether NULL comes before all values
 */
public record SortColumn(int column, boolean descending, boolean nullsFirst) {}
