/**
 * Functions that the Java source of expressions calls, where SQL asks for more than the JDK or
 * Calcite's run-time library gives. All static, without state.
 */
package io.millrace.core.function;
