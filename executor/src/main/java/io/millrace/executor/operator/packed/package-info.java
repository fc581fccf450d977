/** Whole rows as bytes, as joins and ranks keep them, and back into columns. */
package io.millrace.executor.operator.packed;
