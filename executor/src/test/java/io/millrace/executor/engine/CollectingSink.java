package io.millrace.executor.engine;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.SinkConnector;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;

/**
 * A sink with two-phase commit in memory, which outlives engines: its committed rows are what a
 * test compares. Thread-safe.
 */
public final class CollectingSink implements SinkConnector {
  /** What was prepared, and is not committed, by transaction; ids begin with the sink's. */
  private final Map<String, List<List<Object>>> prepared = new HashMap<>();

  private final Set<String> committed = new HashSet<>();

  /** What is committed, by sink and transaction. */
  private final Map<Long, Map<String, List<List<Object>>>> rows = new HashMap<>();

  private int transactions;
  private volatile LongPredicate failingPrepare = checkpoint -> false;
  private volatile LongPredicate failingWrite = sink -> false;
  private volatile IntPredicate failingCommit = transaction -> false;
  private int commits;

  /** The options of such a sink. */
  public static Map<String, String> with() {
    return Map.of("connector", "collecting");
  }

  /** A sink's rows that are committed, each with its weight as last value. */
  public synchronized List<List<Object>> rows(long sinkId) {
    return rows.getOrDefault(sinkId, Map.of()).values().stream().flatMap(List::stream).toList();
  }

  /** What a sink's committed changes come to: how often each row is there. */
  public Map<List<Object>, Long> content(long sinkId) {
    Map<List<Object>, Long> content = new HashMap<>();
    for (List<Object> row : rows(sinkId)) {
      int last = row.size() - 1;
      content.merge(row.subList(0, last), (Long) row.get(last), Long::sum);
    }
    content.values().removeIf(count -> count == 0);
    return content;
  }

  public void failPrepare(LongPredicate checkpoints) {
    failingPrepare = checkpoints;
  }

  /** Has some sinks, by id, refuse rows. */
  public void failWrite(LongPredicate sinks) {
    failingWrite = sinks;
  }

  public void failCommit(boolean fails) {
    failingCommit = transaction -> fails;
  }

  /** Has some commits fail, by their number from 0; those of one call before it stay. */
  public void failCommits(IntPredicate numbers) {
    failingCommit = numbers;
  }

  @Override
  public String name() {
    return "collecting";
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of();
  }

  @Override
  public Sink open(RelationSpec.Sink spec, ChangelogMode input, Options options) {
    return new Sink() {
      @Override
      public SinkWriter openWriter(int worker, int workers) {
        return new Writer(spec);
      }

      @Override
      public void commit(List<Committable> committables) {
        synchronized (CollectingSink.this) {
          for (Committable committable : committables) {
            if (failingCommit.test(commits++)) {
              throw new IllegalStateException("The target cannot be reached");
            }
            if (committed.add(committable.payload())) {
              rows.computeIfAbsent(spec.id(), id -> new LinkedHashMap<>())
                  .put(committable.payload(), prepared.remove(committable.payload()));
            }
          }
        }
      }

      @Override
      public void takeBack(long after, long until) {
        synchronized (CollectingSink.this) {
          rows.getOrDefault(spec.id(), new LinkedHashMap<>())
              .keySet()
              .removeIf(
                  id -> {
                    long checkpoint = Long.parseLong(id.split("/")[1]);
                    return checkpoint > after && checkpoint <= until;
                  });
        }
      }

      @Override
      public void discardUncommitted() {
        synchronized (CollectingSink.this) {
          prepared.keySet().removeIf(id -> id.startsWith(spec.id() + "/"));
        }
      }

      @Override
      public void close() {}
    };
  }

  private final class Writer implements SinkWriter {
    private final RelationSpec.Sink spec;
    private List<List<Object>> open = new ArrayList<>();

    Writer(RelationSpec.Sink spec) {
      this.spec = spec;
    }

    @Override
    public void write(ChangeBatch batch) {
      if (failingWrite.test(spec.id())) {
        throw new IllegalStateException("The target refuses rows");
      }
      for (int row = 0; row < batch.rowCount(); row++) {
        List<Object> values = new ArrayList<>();
        for (int column = 0; column < batch.columnCount(); column++) {
          values.add(VectorValues.get(batch.column(column), spec.rowType().type(column), row));
        }
        values.add(batch.weight(row));
        open.add(values);
      }
    }

    @Override
    public List<Sink.Committable> prepare(long checkpointId) {
      if (failingPrepare.test(checkpointId)) {
        throw new IllegalStateException("The target refuses transactions");
      }
      if (open.isEmpty()) {
        return List.of();
      }
      synchronized (CollectingSink.this) {
        String id = spec.id() + "/" + checkpointId + "/" + transactions++;
        prepared.put(id, open);
        open = new ArrayList<>();
        return List.of(new Sink.Committable(id));
      }
    }

    @Override
    public void close() {}
  }
}
