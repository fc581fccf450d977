/**
 * Files as sources and sinks. A source reads one split a file, to its end or for as long as lines
 * are appended; a sink writes files that appear when the checkpoint that covers them is durable.
 */
package io.millrace.connector.filesystem;
