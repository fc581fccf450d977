package io.millrace.executor.state.rocksdb;

import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.table.EntryRouting;
import io.millrace.executor.state.table.TableDescriptor;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * State of some workers on its way to others, which get it as change files: whatever does not fit
 * into memory then is a restore's business, as ever. One thread uses it.
 */
final class StateDivision implements AutoCloseable {
  private final List<DividedState> targets = new ArrayList<>();
  private final int keyGroups;

  /** The tables at the targets, by what names them in every worker. */
  private final Map<Name, TableDescriptor> tables = new LinkedHashMap<>();

  /** The keys of tables that every worker has, by the tables' numbers. */
  private final Map<Integer, Set<ByteBuffer>> everywhere = new HashMap<>();

  private record Name(long relationId, int nodeId, String name, boolean ordered) {
    static Name of(TableDescriptor table) {
      return new Name(table.relationId(), table.nodeId(), table.name(), table.layout() == null);
    }
  }

  /**
   * @param directories of the workers that get the state
   */
  StateDivision(FileSystem fileSystem, List<Path> directories, int keyGroups) {
    directories.forEach(directory -> targets.add(new DividedState(fileSystem, directory)));
    this.keyGroups = keyGroups;
  }

  /** Takes the entries of a table of one worker. */
  TableDivision table(TableDescriptor table) {
    TableDescriptor target =
        tables.computeIfAbsent(Name.of(table), name -> table.withNumber(tables.size() + 1));
    return new TableDivision(
        target.number(),
        new EntryRouting(target, keyGroups, targets.size()),
        targets,
        everywhere.computeIfAbsent(target.number(), number -> new HashSet<>()));
  }

  /** All entries have been taken. */
  void finish() {
    List<TableDescriptor> all = List.copyOf(tables.values());
    targets.forEach(target -> target.finish(all));
  }

  @Override
  public void close() {
    targets.forEach(DividedState::close);
  }
}
