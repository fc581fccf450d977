/**
 * Incremental grouping and aggregation. Each group is one record of words; a batch is added to the
 * records column at a time, and an epoch puts out one change for each group that differs at its
 * end.
 */
package io.millrace.executor.operator.aggregate;
