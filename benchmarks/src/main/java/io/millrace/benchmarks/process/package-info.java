/** Systems under measurement, each in a Java process of its own with the same memory. */
package io.millrace.benchmarks.process;
