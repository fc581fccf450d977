/**
 * The one thread that decides: when barriers go out and what happens at them, when checkpoints are
 * complete, which relations run, which have failed. It talks with the workers by messages.
 */
package io.millrace.executor.coordinator;
