package io.millrace.executor.simulation;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The disk of a simulated machine. Processes come and go; when the machine loses its power, what
 * was not synced is lost in part. Names are changed one after the other, but which of those changes
 * that were not synced survive is open: all, none, the first ones, or any. A rename is one change:
 * it survives whole, or not at all.
 */
final class SimulatedDisk {
  /**
   * A change of names. One of both directories may be null.
   *
   * @param from loses {@code oldName}
   * @param to gets {@code newName}
   */
  private record Change(
      SimulatedDirectory from,
      String oldName,
      SimulatedDirectory to,
      String newName,
      SimulatedNode node) {
    boolean touches(SimulatedDirectory directory) {
      return from == directory || to == directory;
    }

    void makeDurable() {
      if (from != null) {
        from.durable.remove(oldName, node);
      }
      if (to != null) {
        to.durable.put(newName, node);
      }
    }
  }

  private final SimulatedDirectory root = new SimulatedDirectory();
  private final Map<Path, SimulatedDirectory> directories = new HashMap<>();
  private List<Change> pending = new ArrayList<>();

  /** Makes a directory and its parents, durably. */
  void createDirectories(Path path) throws IOException {
    Path parent = path.getParent();
    if (parent == null) {
      directories.put(path, root);
      return;
    }
    createDirectories(parent);
    SimulatedDirectory directory = directories.get(parent);
    String name = path.getFileName().toString();
    SimulatedNode node = directory.seen.get(name);
    if (node == null) {
      node = new SimulatedDirectory();
      change(null, null, directory, name, node);
      sync(parent);
    }
    directories.put(path, (SimulatedDirectory) node);
  }

  private void change(
      SimulatedDirectory from,
      String oldName,
      SimulatedDirectory to,
      String newName,
      SimulatedNode node) {
    if (from != null) {
      from.seen.remove(oldName);
    }
    if (to != null) {
      to.seen.put(newName, node);
    }
    pending.add(new Change(from, oldName, to, newName, node));
  }

  /** The directory, or null. */
  private SimulatedDirectory findDirectory(Path path) {
    SimulatedDirectory known = directories.get(path);
    if (known == null && node(path) instanceof SimulatedDirectory found) {
      known = found;
      directories.put(path, found);
    }
    return known;
  }

  /** What is there under a name, or null. */
  SimulatedNode node(Path path) {
    if (path.getParent() == null) {
      return root;
    }
    SimulatedDirectory parent = findDirectory(path.getParent());
    return parent == null ? null : parent.seen.get(path.getFileName().toString());
  }

  private SimulatedDirectory directory(Path path) throws NoSuchFileException {
    SimulatedDirectory directory = findDirectory(path);
    if (directory == null) {
      throw new NoSuchFileException(path.toString());
    }
    return directory;
  }

  SimulatedFile file(Path path) throws NoSuchFileException {
    if (node(path) instanceof SimulatedFile file) {
      return file;
    }
    throw new NoSuchFileException(path.toString());
  }

  /** Makes a file, or empties one. */
  SimulatedFile create(Path path) throws IOException {
    if (node(path) instanceof SimulatedFile file) {
      file.truncate(0);
      return file;
    }
    SimulatedFile file = new SimulatedFile();
    add(path, file);
    return file;
  }

  private void add(Path path, SimulatedFile file) throws IOException {
    change(null, null, directory(path.getParent()), path.getFileName().toString(), file);
  }

  /** Gives a file a second name. */
  void link(Path source, Path target) throws IOException {
    SimulatedFile file = file(source);
    delete(target);
    add(target, file);
  }

  void rename(Path source, Path target) throws IOException {
    SimulatedFile file = file(source);
    change(
        directory(source.getParent()),
        source.getFileName().toString(),
        directory(target.getParent()),
        target.getFileName().toString(),
        file);
  }

  void delete(Path path) throws IOException {
    SimulatedNode node = node(path);
    if (node instanceof SimulatedDirectory directory && !directory.seen.isEmpty()) {
      throw new DirectoryNotEmptyException(path.toString());
    }
    if (node != null) {
      change(directory(path.getParent()), path.getFileName().toString(), null, null, node);
      directories.remove(path);
    }
  }

  /** The names in a directory; none if it is not there. */
  Set<String> names(Path path) {
    SimulatedDirectory directory = findDirectory(path);
    return directory == null ? Set.of() : directory.seen.keySet();
  }

  void sync(Path path) throws IOException {
    SimulatedDirectory directory = directory(path);
    List<Change> left = new ArrayList<>();
    for (Change change : pending) {
      if (change.touches(directory)) {
        change.makeDurable();
      } else {
        left.add(change);
      }
    }
    pending = left;
  }

  void losePower(Random random) {
    int how = random.nextInt(4);
    int first = random.nextInt(pending.size() + 1);
    for (int i = 0; i < pending.size(); i++) {
      boolean survives =
          switch (how) {
            case 0 -> true;
            case 1 -> false;
            case 2 -> i < first;
            default -> random.nextBoolean();
          };
      if (survives) {
        pending.get(i).makeDurable();
      }
    }
    pending.clear();
    directories.clear();
    losePower(root, random, new IdentityHashMap<>());
  }

  private static void losePower(
      SimulatedDirectory directory, Random random, Map<SimulatedFile, Boolean> done) {
    directory.seen.clear();
    directory.seen.putAll(directory.durable);
    for (SimulatedNode node : directory.seen.values()) {
      if (node instanceof SimulatedDirectory child) {
        losePower(child, random, done);
      } else if (done.put((SimulatedFile) node, true) == null) {
        ((SimulatedFile) node).losePower(random);
      }
    }
  }
}
