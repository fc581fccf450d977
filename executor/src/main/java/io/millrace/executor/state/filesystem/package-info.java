/**
 * The {@code filesystem} state backend: tables live in memory alone, and a checkpoint writes what
 * was changed.
 */
package io.millrace.executor.state.filesystem;
