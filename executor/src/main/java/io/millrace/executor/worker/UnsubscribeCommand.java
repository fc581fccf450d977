package io.millrace.executor.worker;

/** A reader of a relation's changes that ends. */
public record UnsubscribeCommand(long relationId, long readerId) {}
