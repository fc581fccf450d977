/** One continuous GROUP BY, beside a hand-written loop and Flink SQL. */
package io.millrace.benchmarks.aggregate;
