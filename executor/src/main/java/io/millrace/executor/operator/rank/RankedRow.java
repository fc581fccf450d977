package io.millrace.executor.operator.rank;

import io.millrace.executor.operator.packed.SortedRowCodec;

/**
 * Equal rows with their number.
 *
 * @param bytes of one of them, as {@link SortedRowCodec} writes it
 * @param rank their number; where each has its own, the first one's
 * @param count how many there are; in a change, how many come (or, below 0, go)
 */
record RankedRow(byte[] bytes, long rank, long count) {}
