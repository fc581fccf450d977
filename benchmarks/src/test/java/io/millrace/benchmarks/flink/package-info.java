/** What the tests run in the place of Flink. */
package io.millrace.benchmarks.flink;
