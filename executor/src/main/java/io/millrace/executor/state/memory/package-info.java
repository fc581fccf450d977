/**
 * The {@code memory} state backend: tables live in memory alone, and a checkpoint holds all of them
 * in one file.
 */
package io.millrace.executor.state.memory;
