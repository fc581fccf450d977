/** Scalar expressions as generated source with their inputs and result types. */
package io.millrace.core.expression;
