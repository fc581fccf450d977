package io.millrace.executor.state.memory;

import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.StateBackend;
import io.millrace.executor.state.StateBackendFactory;
import io.millrace.executor.state.table.EntryRouting;
import io.millrace.executor.state.table.TableDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Opens {@code memory} state backends. */
public final class MemoryStateBackendFactory implements StateBackendFactory {
  private final FileSystem fileSystem;
  private final int keyGroups;

  /**
   * @param keyGroups how many key groups the database has
   */
  public MemoryStateBackendFactory(FileSystem fileSystem, int keyGroups) {
    this.fileSystem = fileSystem;
    this.keyGroups = keyGroups;
  }

  @Override
  public String format() {
    return "memory/" + StateFile.VERSION;
  }

  @Override
  public StateBackend open(int worker, Path directory) {
    return new MemoryStateBackend(fileSystem, worker, directory);
  }

  @Override
  public void redistribute(List<Path> parts, List<Path> targets) {
    List<MemoryStateBackend> backends = new ArrayList<>();
    for (int worker = 0; worker < targets.size(); worker++) {
      backends.add(new MemoryStateBackend(fileSystem, worker, targets.get(worker)));
    }
    for (Path part : parts) {
      MemoryStateBackend.read(fileSystem, part, table -> dividing(table, backends));
    }
    backends.forEach(MemoryStateBackend::write);
    backends.forEach(MemoryStateBackend::close);
  }

  private StateFile.Entries dividing(TableDescriptor table, List<MemoryStateBackend> backends) {
    EntryRouting routing = new EntryRouting(table, keyGroups, backends.size());
    List<StateFile.Entries> targets = backends.stream().map(to -> to.loading(table)).toList();
    return (bytes, keyLength) -> {
      int worker = routing.worker(bytes, 0);
      if (worker == EntryRouting.EVERY) {
        targets.forEach(target -> target.entry(bytes, keyLength));
      } else {
        targets.get(worker).entry(bytes, keyLength);
      }
    };
  }
}
