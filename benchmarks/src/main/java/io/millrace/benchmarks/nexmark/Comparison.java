package io.millrace.benchmarks.nexmark;

/**
 * Millrace's answer to a query beside another system's.
 *
 * @param query its name
 * @param other the other system
 * @param rows of Millrace's answer
 * @param otherRows of the other's
 * @param same whether both are the same multiset of rows, by number and digest
 */
record Comparison(String query, String other, long rows, long otherRows, boolean same) {}
