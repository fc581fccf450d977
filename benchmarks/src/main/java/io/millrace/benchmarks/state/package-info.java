/** Measures state tables alone, without the engine around them. */
package io.millrace.benchmarks.state;
