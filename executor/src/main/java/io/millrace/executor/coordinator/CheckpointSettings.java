package io.millrace.executor.coordinator;

/**
 * How checkpoints are taken.
 *
 * @param intervalNanos between two that are not asked for; 0 for none
 * @param retained complete checkpoints that are kept, at least 1
 * @param stateFormat name and version of the state's files
 */
public record CheckpointSettings(
    long intervalNanos, int retained, int keyGroups, String stateFormat) {}
