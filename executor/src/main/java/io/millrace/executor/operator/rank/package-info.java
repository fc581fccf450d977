/**
 * ROW_NUMBER, RANK and DENSE_RANK, and LIMIT: the rows of each partition in their order, and those
 * of them whose number is in a range.
 */
package io.millrace.executor.operator.rank;
