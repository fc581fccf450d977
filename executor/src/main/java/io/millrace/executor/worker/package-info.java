/**
 * The worker threads. Each owns one shard of every relation; it is told what to do by messages, and
 * answers by messages to its listener.
 */
package io.millrace.executor.worker;
