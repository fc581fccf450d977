package io.millrace.executor.worker;

import io.millrace.executor.element.Barrier;
import java.util.List;

/**
 * What happens at one barrier.
 *
 * @param establish relations whose backfill is done: from this epoch on they take part in
 *     checkpoints
 * @param attach deployed relations that begin after this barrier
 * @param detach relations that end with this barrier
 * @param subscribe readers of changes that begin after this barrier
 * @param unsubscribe readers of changes that end with this barrier
 * @param reads answered as of this barrier
 */
public record EpochCommand(
    Barrier barrier,
    List<Long> establish,
    List<Long> attach,
    List<Long> detach,
    List<SubscribeCommand> subscribe,
    List<UnsubscribeCommand> unsubscribe,
    List<ReadTicket> reads) {
  public EpochCommand {
    establish = List.copyOf(establish);
    attach = List.copyOf(attach);
    detach = List.copyOf(detach);
    subscribe = List.copyOf(subscribe);
    unsubscribe = List.copyOf(unsubscribe);
    reads = List.copyOf(reads);
  }
}
