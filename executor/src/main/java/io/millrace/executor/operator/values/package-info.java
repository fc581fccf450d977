/** Constant rows. */
package io.millrace.executor.operator.values;
