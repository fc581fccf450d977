/**
 * SESSION windows: the rows of each partition in the order of their times, cut where nothing comes
 * for longer than a gap.
 */
package io.millrace.executor.operator.session;
