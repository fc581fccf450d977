package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.connector.DeliveryGuarantee;
import io.millrace.executor.coordinator.RestartStrategy;
import java.time.Duration;

/**
 * How an engine deals with what goes wrong.
 *
 * @param checkpointTimeout a checkpoint that takes longer is given up; positive
 * @param checkpointMinPause at least so much time between the end of a checkpoint and the next one,
 *     unless somebody asks for it
 * @param tolerableFailedCheckpoints so many checkpoints in a row may fail; with one more nothing is
 *     read or written to tables any more until one is complete
 * @param restartStrategy when relations that have failed are tried again
 * @param guarantee how often what comes from a source counts, when a crash comes in between
 */
public record FaultTolerance(
    Duration checkpointTimeout,
    Duration checkpointMinPause,
    int tolerableFailedCheckpoints,
    RestartStrategy restartStrategy,
    DeliveryGuarantee guarantee) {
  /** However many checkpoints fail, the run goes on. */
  public static final int ANY_NUMBER = Integer.MAX_VALUE;

  private static final FaultTolerance DEFAULTS =
      new FaultTolerance(
          Duration.ofMinutes(10),
          Duration.ZERO,
          ANY_NUMBER,
          RestartStrategy.defaults(),
          DeliveryGuarantee.EXACTLY_ONCE);

  public FaultTolerance {
    if (checkpointTimeout.isZero() || checkpointTimeout.isNegative()) {
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          "The checkpoint timeout must be longer than nothing, not " + checkpointTimeout + ".");
    }
    if (checkpointMinPause.isNegative() || tolerableFailedCheckpoints < 0) {
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          "Neither the pause between checkpoints nor the number of them that may fail can be"
              + " negative.");
    }
  }

  public static FaultTolerance defaults() {
    return DEFAULTS;
  }

  public FaultTolerance withCheckpointTimeout(Duration timeout) {
    return new FaultTolerance(
        timeout, checkpointMinPause, tolerableFailedCheckpoints, restartStrategy, guarantee);
  }

  public FaultTolerance withCheckpointMinPause(Duration pause) {
    return new FaultTolerance(
        checkpointTimeout, pause, tolerableFailedCheckpoints, restartStrategy, guarantee);
  }

  public FaultTolerance withTolerableFailedCheckpoints(int number) {
    return new FaultTolerance(
        checkpointTimeout, checkpointMinPause, number, restartStrategy, guarantee);
  }

  public FaultTolerance withRestartStrategy(RestartStrategy strategy) {
    return new FaultTolerance(
        checkpointTimeout, checkpointMinPause, tolerableFailedCheckpoints, strategy, guarantee);
  }

  public FaultTolerance withGuarantee(DeliveryGuarantee other) {
    return new FaultTolerance(
        checkpointTimeout, checkpointMinPause, tolerableFailedCheckpoints, restartStrategy, other);
  }
}
