package io.millrace.executor.element;

/** What travels on a channel, in order. */
public sealed interface StreamElement permits Rows, Barrier {}
