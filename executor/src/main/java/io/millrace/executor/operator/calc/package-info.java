/** Filter and projection, fused into one compiled program. */
package io.millrace.executor.operator.calc;
