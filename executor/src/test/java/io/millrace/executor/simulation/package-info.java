/**
 * Deterministic simulation: a whole engine in one thread, under a seeded scheduler, on a disk that
 * loses what was not synced.
 */
package io.millrace.executor.simulation;
