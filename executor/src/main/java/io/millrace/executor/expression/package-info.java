/**
 * Expressions at work: generated Java source becomes compiled loops over change batches. The only
 * place that knows Janino; operators use the compiled programs.
 */
package io.millrace.executor.expression;
