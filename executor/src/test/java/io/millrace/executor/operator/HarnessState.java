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
import java.util.Comparator;
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
      case MEMORY -> new Backed(new MemoryStateBackendFactory(new LocalFileSystem()));
      case ROCKSDB ->
          new Backed(
              new RocksDbStateBackendFactory(
                  new LocalFileSystem(), new DataSize(100 << 10), KeyGroups.DEFAULT_COUNT));
    };
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
    private int generation;
    private StateBackend backend;

    private Backed(StateBackendFactory factory) {
      this.factory = factory;
      try {
        this.directory = Files.createTempDirectory("harness");
        this.backend = factory.open(0, Files.createDirectory(directory.resolve("0")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public StateTables tables() {
      return backend.tables(RELATION, NODE);
    }

    @Override
    public void restore() {
      generation++;
      try {
        Path copy = Files.createDirectory(directory.resolve(String.valueOf(generation)));
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
        backend = factory.open(0, copy);
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
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
