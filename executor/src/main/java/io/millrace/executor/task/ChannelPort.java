package io.millrace.executor.task;

import io.millrace.executor.element.Rows;
import io.millrace.executor.element.StreamElement;
import io.millrace.executor.exchange.Channel;

/** Input through a channel as it is. */
record ChannelPort(Channel channel) implements InputPort {
  @Override
  public StreamElement poll() {
    return channel.poll();
  }

  @Override
  public void close() {
    for (StreamElement element = poll(); element != null; element = poll()) {
      if (element instanceof Rows rows) {
        rows.batch().release();
      }
    }
  }
}
