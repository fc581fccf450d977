/** Hands rows to a sink's writer. */
package io.millrace.executor.operator.sink;
