/** Whole rows as bytes, as joins, ranks and windows keep them, and back into columns. */
package io.millrace.executor.operator.packed;
