package io.millrace.executor.simulation;

import io.millrace.core.config.ConfigOption;
import io.millrace.core.config.Options;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import io.millrace.executor.connector.Sink;
import io.millrace.executor.connector.SinkConnector;
import io.millrace.executor.connector.SinkWriter;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.data.VectorValues;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.log.RowCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A sink with two-phase commit on the simulated disk: a transaction is a file that is written and
 * synced in {@code pending}, and moved into {@code committed}.
 */
final class SimulatedSink implements SinkConnector {
  private static final String CONNECTOR = "simulated";

  private final FileSystem fileSystem;
  private final Path directory;
  private final boolean commitsEarly;
  private int transactions;

  /**
   * @param fileSystem of the process
   * @param directory of all sinks
   * @param commitsEarly whether the sink is broken: prepared is committed
   */
  SimulatedSink(FileSystem fileSystem, Path directory, boolean commitsEarly) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.commitsEarly = commitsEarly;
  }

  static Map<String, String> with() {
    return Map.of("connector", CONNECTOR);
  }

  /** What a sink's committed changes come to. */
  static Bag committed(FileSystem fileSystem, Path directory, RelationSpec.Sink spec)
      throws IOException {
    Bag bag = new Bag();
    RowCodec codec = new RowCodec(spec.rowType());
    for (Path file : fileSystem.list(committed(directory, spec.id()))) {
      byte[] bytes;
      try (InputStream input = fileSystem.open(file)) {
        bytes = input.readAllBytes();
      }
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        byte[] payload = new byte[buffer.getInt()];
        buffer.get(payload);
        RowCodec.WeightedRows rows = codec.decode(payload);
        for (int i = 0; i < rows.rows().size(); i++) {
          bag.add(rows.rows().get(i), rows.weights()[i]);
        }
      }
    }
    return bag;
  }

  private static Path committed(Path directory, long sink) {
    return directory.resolve(Long.toString(sink)).resolve("committed");
  }

  private static Path pending(Path directory, long sink) {
    return directory.resolve(Long.toString(sink)).resolve("pending");
  }

  @Override
  public String name() {
    return CONNECTOR;
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of();
  }

  @Override
  public Sink open(RelationSpec.Sink spec, ChangelogMode input, Options options) {
    FileSink sink =
        new FileSink(
            spec.rowType(), pending(directory, spec.id()), committed(directory, spec.id()));
    attempt(
        "open the sink",
        () -> {
          fileSystem.createDirectories(sink.pending);
          fileSystem.createDirectories(sink.committed);
        });
    return sink;
  }

  /** What may fail as files do. */
  private interface FileAction {
    void run() throws IOException;
  }

  private static void attempt(String what, FileAction action) {
    try {
      action.run();
    } catch (IOException e) {
      throw FileErrors.of(what, e);
    }
  }

  private final class FileSink implements Sink {
    private final RowType rowType;
    private final Path pending;
    private final Path committed;

    FileSink(RowType rowType, Path pending, Path committed) {
      this.rowType = rowType;
      this.pending = pending;
      this.committed = committed;
    }

    @Override
    public SinkWriter openWriter(int worker, int workers) {
      return new Writer(this, worker);
    }

    @Override
    public void commit(List<Committable> committables) {
      attempt(
          "commit",
          () -> {
            for (Committable committable : committables) {
              Path prepared = pending.resolve(committable.payload());
              if (fileSystem.exists(prepared)) {
                fileSystem.rename(prepared, committed.resolve(committable.payload()));
              }
            }
            fileSystem.syncDirectory(committed);
            fileSystem.syncDirectory(pending);
          });
    }

    @Override
    public void takeBack(long after, long until) {
      attempt(
          "take back",
          () -> {
            for (Path file : fileSystem.list(committed)) {
              long checkpoint = Long.parseLong(file.getFileName().toString().split("-")[0]);
              if (checkpoint > after && checkpoint <= until) {
                fileSystem.delete(file);
              }
            }
            fileSystem.syncDirectory(committed);
          });
    }

    @Override
    public void discardUncommitted() {
      attempt(
          "discard",
          () -> {
            for (Path file : fileSystem.list(pending)) {
              fileSystem.delete(file);
            }
          });
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  private final class Writer implements SinkWriter {
    private final FileSink sink;
    private final RowCodec codec;
    private final int worker;
    private FileSystem.OutputFile output;
    private Path file;

    Writer(FileSink sink, int worker) {
      this.sink = sink;
      this.codec = new RowCodec(sink.rowType);
      this.worker = worker;
    }

    @Override
    public void write(ChangeBatch batch) {
      List<Object[]> rows = new ArrayList<>();
      long[] weights = new long[batch.rowCount()];
      for (int row = 0; row < weights.length; row++) {
        Object[] values = new Object[batch.columnCount()];
        for (int column = 0; column < values.length; column++) {
          values[column] = VectorValues.get(batch.column(column), sink.rowType.type(column), row);
        }
        rows.add(values);
        weights[row] = batch.weight(row);
      }
      byte[] payload = codec.encode(rows, weights);
      attempt(
          "write",
          () -> {
            if (output == null) {
              file = sink.pending.resolve("writing-" + worker + "-" + transactions++);
              output = fileSystem.create(file);
            }
            ByteBuffer entry = ByteBuffer.allocate(4 + payload.length);
            output.write(entry.putInt(payload.length).put(payload).flip());
          });
    }

    @Override
    public List<Sink.Committable> prepare(long checkpointId) {
      if (output == null) {
        return List.of();
      }
      String name = freeName(checkpointId);
      attempt(
          "prepare",
          () -> {
            output.sync();
            output.close();
            fileSystem.rename(file, sink.pending.resolve(name));
            fileSystem.syncDirectory(sink.pending);
          });
      output = null;
      List<Sink.Committable> committables = List.of(new Sink.Committable(name));
      if (commitsEarly) {
        sink.commit(committables);
      }
      return committables;
    }

    private String freeName(long checkpointId) {
      try {
        String name = checkpointId + "-" + worker + "-" + transactions++;
        while (fileSystem.exists(sink.committed.resolve(name))) {
          name = checkpointId + "-" + worker + "-" + transactions++;
        }
        return name;
      } catch (IOException e) {
        throw FileErrors.of("look into " + sink.committed, e);
      }
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}
