/** Queries of the Nexmark benchmark, on Millrace and beside Flink SQL. */
package io.millrace.benchmarks.nexmark;
