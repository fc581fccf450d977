/**
 * Joins. Each side keeps its rows by join key; a batch of one side meets the rows that the other
 * side has now, so that the changes put out are exactly those of the join, whatever the order in
 * which the batches of both sides come.
 */
package io.millrace.executor.operator.join;
