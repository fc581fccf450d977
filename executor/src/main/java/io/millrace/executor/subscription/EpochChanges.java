package io.millrace.executor.subscription;

import java.util.List;

/**
 * Changes of a relation.
 *
 * @param epoch in which they happened; a snapshot has the epoch as of which it was taken
 * @param rows values as {@link io.millrace.executor.read.RelationRows} has them
 * @param weights +n: the row was added n times; −n: taken away
 * @param complete whether these are the last ones of the epoch, or of the snapshot
 */
public record EpochChanges(long epoch, List<Object[]> rows, long[] weights, boolean complete) {}
