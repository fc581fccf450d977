/** What is counted about a relation while it runs. */
package io.millrace.executor.metrics;
