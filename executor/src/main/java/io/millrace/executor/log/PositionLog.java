package io.millrace.executor.log;

import io.millrace.executor.checkpoint.CheckpointManifest.SplitState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Remembers how far sources were read, durably and before anybody gets the rows, so that a restart
 * goes on behind them: entries of the table log under the number of a source. Thread-safe.
 */
public final class PositionLog {
  /**
   * How far a source was read since it was attached last.
   *
   * @param since the epoch after which that was
   * @param splits by id, in the order in which they were recorded first
   */
  private record Reading(long since, Map<String, SplitState> splits) {}

  private final TableLog log;
  private final Map<Long, Reading> readings = new HashMap<>();

  public PositionLog(TableLog log) {
    this.log = log;
  }

  /**
   * Goes on with what the log holds; to be called once, first.
   *
   * @param logPosition that of the restored checkpoint
   * @param epoch that of the restored checkpoint; a reading that began later is none of its state
   * @param sources the numbers of all sources
   */
  public void restore(long logPosition, long epoch, Set<Long> sources) {
    log.replay(
        logPosition,
        entry -> {
          if (sources.contains(entry.tableId())) {
            Reading reading = decode(entry.payload());
            if (reading.since() <= epoch) {
              // Runs since then have gone on with the same reading, and so does this one.
              remember(entry.tableId(), new Reading(epoch, reading.splits()));
            }
          }
        });
  }

  /**
   * Records how far splits were read, and returns when that is durable.
   *
   * @param since the epoch after which the source was attached
   */
  public void record(long sourceId, long since, Map<String, SplitState> splits) {
    Reading reading = new Reading(since, splits);
    log.append(sourceId, encode(reading));
    remember(sourceId, reading);
  }

  private synchronized void remember(long sourceId, Reading reading) {
    Reading known = readings.get(sourceId);
    if (known == null || known.since() < reading.since()) {
      readings.put(sourceId, new Reading(reading.since(), new LinkedHashMap<>(reading.splits())));
    } else if (known.since() == reading.since()) {
      known.splits().putAll(reading.splits());
    }
  }

  /**
   * How far a source was read, as far as it was recorded.
   *
   * @param epoch of the state that goes on from there
   */
  public synchronized Map<String, SplitState> positions(long sourceId, long epoch) {
    Reading reading = readings.get(sourceId);
    return reading == null || reading.since() > epoch
        ? Map.of()
        : new LinkedHashMap<>(reading.splits());
  }

  private static byte[] encode(Reading reading) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream output = new DataOutputStream(bytes)) {
      output.writeLong(reading.since());
      output.writeInt(reading.splits().size());
      for (Map.Entry<String, SplitState> split : reading.splits().entrySet()) {
        output.writeUTF(split.getKey());
        output.writeUTF(split.getValue().position());
        Long watermark = split.getValue().watermark();
        output.writeBoolean(watermark != null);
        output.writeLong(watermark == null ? 0 : watermark);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static Reading decode(byte[] payload) {
    try (DataInputStream input = new DataInputStream(new ByteArrayInputStream(payload))) {
      long since = input.readLong();
      Map<String, SplitState> splits = new LinkedHashMap<>();
      for (int left = input.readInt(); left > 0; left--) {
        String id = input.readUTF();
        String position = input.readUTF();
        boolean hasWatermark = input.readBoolean();
        long watermark = input.readLong();
        splits.put(id, new SplitState(position, false, hasWatermark ? watermark : null));
      }
      return new Reading(since, splits);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
