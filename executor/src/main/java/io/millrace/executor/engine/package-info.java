/**
 * The engine as others see it: opened on a directory, told what to run, read, written to, closed.
 */
package io.millrace.executor.engine;
