/**
 * Checkpoints of tables that are wholly in memory: each writes a file with what was changed since
 * the last one, and a stretch of what was not, so that old files are needed no more after a while.
 */
package io.millrace.executor.state.changes;
