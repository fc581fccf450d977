package io.millrace.executor.coordinator;

/**
 * How often things happen.
 *
 * @param epochNanos between two barriers while somebody subscribes to changes
 * @param unwatchedEpochNanos between two barriers while nobody does: a group that changes often
 *     changes once an epoch, so long epochs are less work, and whoever reads gets a barrier at once
 * @param discoveryNanos between two looks for new splits of an unbounded source
 * @param restartStrategy when failed relations are tried again
 */
public record CoordinatorSettings(
    long epochNanos,
    long unwatchedEpochNanos,
    long discoveryNanos,
    RestartStrategy restartStrategy) {}
