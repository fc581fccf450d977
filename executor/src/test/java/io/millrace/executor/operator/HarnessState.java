package io.millrace.executor.operator;

import io.millrace.core.config.DataSize;
import io.millrace.executor.checkpoint.LocalStateFile;
import io.millrace.executor.filesystem.LocalFileSystem;
import io.millrace.executor.state.KeyGroups;
import io.millrace.executor.state.SnapshotJob;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateBackendFactory;
import io.millrace.executor.state.StateTables;
import io.millrace.executor.state.memory.MemoryStateBackendFactory;
import io.millrace.executor.state.rocksdb.RocksDbStateBackendFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** One shard's state tables under test, of any backend. */
public interface HarnessState extends AutoCloseable {
  /** The backends that there are. */
  enum Kind {
    /** See {@link RestlessTables}: knows no snapshots. */
    RESTLESS,
    MEMORY,
    /** With so little memory that records are evicted. */
    ROCKSDB
  }

  static HarnessState open(Kind kind) {
    return switch (kind) {
      case RESTLESS -> new Restless();
      case MEMORY ->
          new Backed(new MemoryStateBackendFactory(new LocalFileSystem(), KeyGroups.DEFAULT_COUNT));
      case ROCKSDB ->
          new Backed(
              new RocksDbStateBackendFactory(
                  new LocalFileSystem(), new DataSize(100 << 10), KeyGroups.DEFAULT_COUNT));
    };
  }

  /** Takes a checkpoint of all shards, which are closed, and goes on from it with others. */
  static List<HarnessState> rescale(List<HarnessState> shards, int newShards) {
    Backed first = (Backed) shards.get(0);
    List<Path> parts = new ArrayList<>();
    shards.forEach(shard -> parts.add(((Backed) shard).checkpoint()));
    List<Backed> rescaled = new ArrayList<>();
    for (int i = 0; i < newShards; i++) {
      rescaled.add(new Backed(first.factory, temporaryDirectory()));
    }
    first.factory.redistribute(parts, rescaled.stream().map(shard -> shard.directory).toList());
    rescaled.forEach(Backed::open);
    shards.forEach(HarnessState::close);
    return new ArrayList<>(rescaled);
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("harness");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  StateTables tables();

  /** Takes a checkpoint and goes on from a copy of it. */
  void restore();

  /** How many records and ordered keys there are; -1 if this is not known. */
  long size();

  @Override
  void close();

  /** Maps in memory. */
  final class Restless implements HarnessState {
    private final RestlessTables tables = new RestlessTables();

    @Override
    public StateTables tables() {
      return tables;
    }

    @Override
    public void restore() {}

    @Override
    public long size() {
      return tables.size();
    }

    @Override
    public void close() {}
  }

  /** A real backend in a temporary directory. */
  final class Backed implements HarnessState {
    private static final long RELATION = 7;
    private static final int NODE = 1;

    private final StateBackendFactory factory;
    private final Path directory;
    private final List<Path> copies = new ArrayList<>();
    private int generation;
    private StateBackend backend;

    private Backed(StateBackendFactory factory) {
      this(factory, temporaryDirectory());
      open();
    }

    /** Without a backend so far. */
    private Backed(StateBackendFactory factory, Path directory) {
      this.factory = factory;
      this.directory = directory;
    }

    private void open() {
      backend = factory.open(0, directory);
    }

    @Override
    public StateTables tables() {
      return backend.tables(RELATION, NODE);
    }

    @Override
    public void restore() {
      Path copy = checkpoint();
      backend = factory.open(0, copy);
    }

    /** Takes a checkpoint and closes the backend; returns where the files are. */
    private Path checkpoint() {
      generation++;
      try {
        Path copy = Files.createTempDirectory("restored");
        copies.add(copy);
        backend.freeze(RELATION, NODE);
        try (SnapshotJob job = backend.finishFreeze(generation)) {
          for (LocalStateFile file : job.run()) {
            Path target = copy.resolve(file.localName());
            Files.createDirectories(target.getParent());
            Files.copy(file.path(), target);
          }
        }
        backend.completed(generation);
        backend.close();
        return copy;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public long size() {
      return -1;
    }

    @Override
    public void close() {
      backend.close();
      delete(directory);
      copies.forEach(Backed::delete);
    }

    private static void delete(Path tree) {
      try (Stream<Path> files = Files.walk(tree)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
