package io.millrace.connector.blackhole;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.SinkConnector;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.data.ChangeBatch;
import java.util.List;

/** {@code 'connector' = 'blackhole'}: takes every row and change, and drops it. */
public final class BlackholeConnector implements SinkConnector {
  @Override
  public String name() {
    return "blackhole";
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of();
  }

  @Override
  public Sink open(RelationSpec.Sink spec, ChangelogMode input, Options options) {
    return new Blackhole();
  }

  private static final class Blackhole implements Sink {
    @Override
    public SinkWriter openWriter(int worker, int workers) {
      return new Writer();
    }

    @Override
    public void commit(List<Committable> committables) {
      // Nothing was prepared.
    }

    @Override
    public void takeBack(long after, long until) {
      // Nothing is left to take back.
    }

    @Override
    public void discardUncommitted() {
      // Leaves nothing behind.
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  private static final class Writer implements SinkWriter {
    @Override
    public void write(ChangeBatch batch) {
      // Dropped.
    }

    @Override
    public List<Sink.Committable> prepare(long checkpointId) {
      return List.of();
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
