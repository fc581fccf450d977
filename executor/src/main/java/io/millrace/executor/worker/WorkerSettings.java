package io.millrace.executor.worker;

import io.millrace.executor.task.TableFeeds;

/**
 * What a worker has to know.
 *
 * @param number from 0
 * @param rowsAnEpoch rows from outside after which an epoch should end, because operators keep the
 *     old states of what has changed until it does
 */
public record WorkerSettings(
    int number, int workers, int keyGroups, TableFeeds tableFeeds, long rowsAnEpoch) {}
