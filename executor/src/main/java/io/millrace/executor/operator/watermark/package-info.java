/**
 * What operators that act on the watermark have in common: which times are past, what has to be
 * done when a time is past, and the filter that keeps late rows away from them.
 */
package io.millrace.executor.operator.watermark;
