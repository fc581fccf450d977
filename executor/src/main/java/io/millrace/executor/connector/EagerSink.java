package io.millrace.executor.connector;

import io.millrace.executor.data.ChangeBatch;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a sink at-least-once: what is prepared is committed at once, before any checkpoint holds
 * it, and is never taken back. What cannot be committed then is tried again with the next rows, and
 * goes with the next checkpoint at the latest. Thread-safe as far as its sink is.
 */
public final class EagerSink implements Sink {
  private static final Logger LOG = LoggerFactory.getLogger(EagerSink.class);

  private static final long NO_CHECKPOINT = 0;

  private final Sink sink;
  private final String name;
  private final long newestCheckpoint;

  /**
   * @param name of the sink, for messages
   * @param newestCheckpoint that there was before; 0 for none
   */
  public EagerSink(Sink sink, String name, long newestCheckpoint) {
    this.sink = sink;
    this.name = name;
    this.newestCheckpoint = newestCheckpoint;
  }

  @Override
  public SinkWriter openWriter(int worker, int workers) {
    return new Writer(sink.openWriter(worker, workers));
  }

  @Override
  public synchronized void commit(List<Committable> committables) {
    sink.commit(committables);
  }

  @Override
  public void takeBack(long after, long until) {
    // Rows that come again are written again.
  }

  @Override
  public void discardUncommitted() {
    sink.discardUncommitted();
  }

  @Override
  public void close() {
    sink.close();
  }

  /**
   * A writer whose rows become visible whenever it is prepared, which its task does every epoch.
   */
  public final class Writer implements SinkWriter {
    private final SinkWriter writer;
    private final List<Committable> uncommitted = new ArrayList<>();

    /** The newest checkpoint, under whose number is prepared what comes before the next one. */
    private long newest = newestCheckpoint;

    private Writer(SinkWriter writer) {
      this.writer = writer;
    }

    @Override
    public void write(ChangeBatch batch) {
      writer.write(batch);
    }

    /**
     * Commits; what cannot be committed is kept for the next time.
     *
     * @param checkpointId the checkpoint that is to hold what cannot be committed, or 0 for none
     */
    @Override
    public List<Committable> prepare(long checkpointId) {
      if (checkpointId != NO_CHECKPOINT) {
        newest = checkpointId;
      }
      uncommitted.addAll(writer.prepare(newest));
      if (!uncommitted.isEmpty()) {
        commitNow();
      }
      if (checkpointId == NO_CHECKPOINT) {
        return List.of();
      }
      List<Committable> left = List.copyOf(uncommitted);
      uncommitted.clear();
      return left;
    }

    private void commitNow() {
      try {
        commit(uncommitted);
        uncommitted.clear();
      } catch (RuntimeException e) { // the rows are safe, and a checkpoint will hold them
        LOG.warn("The sink '{}' could not commit; it is tried again.", name, e);
      }
    }

    @Override
    public void close() {
      writer.close();
    }
  }
}
