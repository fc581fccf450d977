package io.millrace.executor.engine;

import io.millrace.executor.checkpoint.CheckpointManifest;
import io.millrace.executor.checkpoint.CheckpointStore;
import io.millrace.executor.filesystem.DirectoryTree;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.StateBackendFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers' own directories, made anew at each start. Nothing in them is needed after a crash,
 * so that one in the middle of dividing state among other workers changes nothing.
 */
final class WorkerDirectories {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerDirectories.class);

  private final FileSystem fileSystem;
  private final Path directory;
  private final int workers;

  WorkerDirectories(FileSystem fileSystem, Path directory, int workers) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.workers = workers;
  }

  /**
   * Makes them, with what the workers have of a checkpoint.
   *
   * @param manifest empty: nothing
   * @return the directories, by worker
   */
  List<Path> fill(
      CheckpointStore store, Optional<CheckpointManifest> manifest, StateBackendFactory factory)
      throws IOException {
    DirectoryTree.delete(fileSystem, directory);
    List<Path> own = make("worker-", workers);
    if (manifest.isEmpty()) {
      return own;
    }
    int before = manifest.get().workers();
    if (before == workers) {
      restore(store, manifest.get(), own);
      return own;
    }
    List<Path> parts = make("part-", before);
    restore(store, manifest.get(), parts);
    store.forgetWorkerFiles();
    factory.redistribute(parts, own);
    for (Path part : parts) {
      DirectoryTree.delete(fileSystem, part);
    }
    LOG.info("Divided the state of {} workers among {}.", before, workers);
    return own;
  }

  private List<Path> make(String name, int count) throws IOException {
    List<Path> made = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      Path path = directory.resolve(name + number);
      fileSystem.createDirectories(path);
      made.add(path);
    }
    return made;
  }

  private static void restore(
      CheckpointStore store, CheckpointManifest manifest, List<Path> directories) {
    for (int number = 0; number < directories.size(); number++) {
      store.restore(manifest, number, directories.get(number));
    }
  }
}
