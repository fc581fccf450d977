/** What checkpoints cost. */
package io.millrace.benchmarks.checkpoint;
