/**
 * Scalar expressions on their way to Java: what Calcite's code generator would compute otherwise.
 */
package io.millrace.planner.expression;
