package io.millrace.executor.engine;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.plan.RelationSpec;
import io.millrace.executor.checkpoint.CheckpointManifest;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.coordinator.RelationPreparer;
import io.millrace.executor.filesystem.DirectoryTree;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.operator.OperatorFactory;
import io.millrace.executor.operator.ReadableOperator;
import io.millrace.executor.operator.materialize.MaterializeOperator;
import io.millrace.executor.read.ReadRequest;
import io.millrace.executor.read.RelationRows;
import io.millrace.executor.read.ShardedRows;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateBackendFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * The state of a savepoint, read into state backends of its own from other names of its files, so
 * that nothing that happens to the savepoint changes it. For one thread at a time; the rows that it
 * gives are for their readers.
 */
final class OpenSavepoint implements AutoCloseable {
  private final FileSystem fileSystem;
  private final Path directory;
  private final CheckpointManifest manifest;
  private final BufferAllocator allocator = new RootAllocator();
  private final List<StateBackend> states = new ArrayList<>();

  private OpenSavepoint(FileSystem fileSystem, Path directory, CheckpointManifest manifest) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.manifest = manifest;
  }

  /**
   * Reads it.
   *
   * @param directory for its files, which is made, and deleted when it is closed
   */
  static OpenSavepoint open(
      FileSystem fileSystem,
      Path directory,
      CheckpointStore store,
      CheckpointManifest manifest,
      StateBackendFactory factory) {
    OpenSavepoint opened = new OpenSavepoint(fileSystem, directory, manifest);
    boolean whole = false;
    try {
      for (int worker = 0; worker < manifest.workers(); worker++) {
        Path own = directory.resolve("worker-" + worker);
        store.restore(manifest, worker, own);
        opened.states.add(factory.open(worker, own));
      }
      whole = true;
      return opened;
    } finally {
      if (!whole) {
        opened.close();
      }
    }
  }

  long epoch() {
    return manifest.epoch();
  }

  /** Rows of a table or view that it holds. */
  RelationRows read(RelationSpec relation, ReadRequest request) {
    if (!manifest.relations().containsKey(relation.id())) {
      throw new MillraceException(
          ErrorCode.UNKNOWN_RELATION, "The savepoint does not hold '" + relation.name() + "'.");
    }
    ExecPlan plan = RelationPreparer.contentPlan(relation);
    ExecNode.Materialize root = (ExecNode.Materialize) plan.root();
    ExecNode input =
        plan.nodes().stream().filter(node -> node.id() == root.input()).findFirst().orElseThrow();
    OperatorFactory factory = MaterializeOperator.factory(root, input.changelog());
    List<RelationRows> shards = new ArrayList<>();
    for (int worker = 0; worker < states.size(); worker++) {
      OperatorContext context =
          new OperatorContext(
              relation.name(),
              worker,
              states.size(),
              allocator,
              states.get(worker).tables(relation.id(), root.id()),
              (expression, cause) -> {});
      ReadableOperator content = (ReadableOperator) factory.create(context);
      try {
        shards.add(content.read(request));
      } finally {
        content.close();
      }
    }
    return new ShardedRows(shards);
  }

  @Override
  public void close() {
    states.forEach(StateBackend::close);
    allocator.close();
    try {
      DirectoryTree.delete(fileSystem, directory);
    } catch (IOException e) {
      throw FileErrors.of("delete " + directory, e);
    }
  }
}
