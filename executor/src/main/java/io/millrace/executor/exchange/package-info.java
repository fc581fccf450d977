/**
 * Bounded queues between tasks, on one worker or between two, and the routing of rows to the worker
 * that owns their key.
 */
package io.millrace.executor.exchange;
