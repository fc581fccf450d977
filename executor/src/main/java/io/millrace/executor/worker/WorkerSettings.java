package io.millrace.executor.worker;

import io.millrace.executor.connector.DeliveryGuarantee;
import io.millrace.executor.log.PositionLog;
import io.millrace.executor.task.TableFeeds;

/**
 * What a worker has to know.
 *
 * @param number from 0
 * @param rowsAnEpoch rows from outside after which an epoch should end, because operators keep the
 *     old states of what has changed until it does
 * @param guarantee how often what comes from a source counts, when a crash comes in between
 * @param positions where sources record how far they are read, if no row may be read twice; else
 *     null
 */
public record WorkerSettings(
    int number,
    int workers,
    int keyGroups,
    TableFeeds tableFeeds,
    long rowsAnEpoch,
    DeliveryGuarantee guarantee,
    PositionLog positions) {}
