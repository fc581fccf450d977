/**
 * Whole-engine benchmarks: each is a command that prints figures and the ratios within its own run.
 */
package io.millrace.benchmarks;
