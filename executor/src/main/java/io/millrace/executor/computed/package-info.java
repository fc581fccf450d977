/** Columns of sources that are computed when rows are read, and the time at which they are read. */
package io.millrace.executor.computed;
