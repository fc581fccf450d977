package io.millrace.executor.worker;

import io.millrace.executor.task.TableFeeds;

/**
 * What a worker has to know.
 *
 * @param number from 0
 */
public record WorkerSettings(int number, int workers, int keyGroups, TableFeeds tableFeeds) {}
