/**
 * Actors, the parts of an engine that run at the same time, and what runs them: threads of their
 * own, or a simulation in one thread.
 */
package io.millrace.executor.scheduling;
