package io.millrace.executor.coordinator;

import io.millrace.executor.connector.DeliveryGuarantee;

/**
 * How checkpoints are taken.
 *
 * @param intervalNanos between two that are not asked for; 0 for none
 * @param timeoutNanos after which one is given up
 * @param minPauseNanos between the end of one and the next one that is not asked for
 * @param tolerableFailures so many in a row may fail before nothing is read any more
 * @param retained complete checkpoints that are kept, at least 1
 * @param guarantee of the engine
 * @param stateFormat name and version of the state's files
 */
public record CheckpointSettings(
    long intervalNanos,
    long timeoutNanos,
    long minPauseNanos,
    int tolerableFailures,
    int retained,
    int keyGroups,
    DeliveryGuarantee guarantee,
    String stateFormat) {}
