/** One continuous inner join of two streams, beside a hand-written loop. */
package io.millrace.benchmarks.join;
