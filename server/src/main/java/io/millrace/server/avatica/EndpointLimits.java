package io.millrace.server.avatica;

import java.time.Duration;

/**
 * What clients may hold on to.
 *
 * @param connections open at the same time
 * @param statements open in one connection at the same time
 * @param connectionIdle after which a connection that asks nothing is closed; zero: never
 * @param resultIdle after which a result that nobody fetches from is closed; zero: never
 */
public record EndpointLimits(
    int connections, int statements, Duration connectionIdle, Duration resultIdle) {

  /** For clients that come over the network and may vanish. */
  public static EndpointLimits ofServer() {
    return new EndpointLimits(2_000, 2_000, Duration.ofHours(2), Duration.ofMinutes(15));
  }

  /** For clients in the same process. */
  public static EndpointLimits ofEmbedded() {
    return new EndpointLimits(10_000, 10_000, Duration.ZERO, Duration.ZERO);
  }
}
