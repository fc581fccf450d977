/**
 * Turns a physical plan into the graph that every worker runs: one translator class a kind of node,
 * found in a registry. Exchanges cut the graph into fragments; each fragment is one task a worker.
 */
package io.millrace.executor.translate;
