package io.millrace.executor.exchange;

/** The channels of one exchange: one from each worker to each worker. Immutable. */
public final class ExchangeChannels {
  private final Channel[][] channels;

  public ExchangeChannels(int workers) {
    channels = new Channel[workers][workers];
    for (int from = 0; from < workers; from++) {
      for (int to = 0; to < workers; to++) {
        channels[from][to] = from == to ? new LocalChannel() : new RemoteChannel();
      }
    }
  }

  public Channel channel(int from, int to) {
    return channels[from][to];
  }

  public int workers() {
    return channels.length;
  }
}
