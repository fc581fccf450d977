/** The same queries on Apache Flink SQL, as programs that print their measurement as JSON. */
package io.millrace.benchmarks.flink;
