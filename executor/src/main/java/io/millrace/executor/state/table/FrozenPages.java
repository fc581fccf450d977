package io.millrace.executor.state.table;

/**
 * Records as they were at one moment, for any thread.
 *
 * @param pages by number; null where there are no records
 * @param used how many slots of each page were ever used
 * @param slab the pages of byte strings
 * @param release gives the pages back; called once
 */
record FrozenPages(
    RecordShape shape, long[][] pages, int[] used, byte[][] slab, Runnable release) {}
