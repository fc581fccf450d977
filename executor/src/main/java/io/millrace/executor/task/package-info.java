/**
 * The units that a worker runs: steps that return quickly, from input ports through operators to
 * outputs, with barriers aligned. A task and all that it holds belongs to its worker's thread.
 */
package io.millrace.executor.task;
