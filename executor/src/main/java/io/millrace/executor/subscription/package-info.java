/** Readers of a relation's changes, epoch by epoch. */
package io.millrace.executor.subscription;
