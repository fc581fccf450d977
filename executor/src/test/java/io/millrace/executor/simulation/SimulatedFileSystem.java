package io.millrace.executor.simulation;

import io.millrace.executor.filesystem.FaultyFileSystem.Operation;
import io.millrace.executor.filesystem.FileSystem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One process's view of a simulated disk. */
class SimulatedFileSystem implements FileSystem {
  /** Asked before everything that changes the disk. */
  @FunctionalInterface
  interface Gate {
    /** Throws what the operation fails with; may have other things happen first. */
    void pass(Operation operation, Path file) throws IOException;
  }

  private final SimulatedDisk disk;
  private final Gate gate;
  private final boolean hasLinks;

  /**
   * @param hasLinks whether a file can have several names
   */
  SimulatedFileSystem(SimulatedDisk disk, Gate gate, boolean hasLinks) {
    this.disk = disk;
    this.gate = gate;
    this.hasLinks = hasLinks;
  }

  /** A view of somebody outside of the simulation. */
  static SimulatedFileSystem observer(SimulatedDisk disk) {
    return new SimulatedFileSystem(
        disk,
        (operation, file) -> {
          if (operation != Operation.CREATE && operation != Operation.SYNC_DIRECTORY) {
            throw new IOException("An observer changes nothing");
          }
        },
        true) {
      @Override
      public void syncDirectory(Path directory) {
        // What is durable stays what it is.
      }
    };
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    gate.pass(Operation.CREATE, directory);
    disk.createDirectories(directory);
  }

  @Override
  public OutputFile create(Path file) throws IOException {
    gate.pass(Operation.CREATE, file);
    return new OpenFile(file, disk.create(file));
  }

  @Override
  public OutputFile append(Path file, long size) throws IOException {
    gate.pass(Operation.WRITE, file);
    OpenFile open = new OpenFile(file, disk.file(file));
    open.content.truncate(Math.toIntExact(size));
    return open;
  }

  @Override
  public InputStream open(Path file) throws IOException {
    return new ByteArrayInputStream(disk.file(file).content());
  }

  @Override
  public boolean exists(Path file) {
    return disk.node(file) != null;
  }

  @Override
  public boolean isDirectory(Path file) {
    return disk.node(file) instanceof SimulatedDirectory;
  }

  @Override
  public long size(Path file) throws IOException {
    return disk.file(file).length();
  }

  @Override
  public List<Path> list(Path directory) {
    List<Path> entries = new ArrayList<>();
    disk.names(directory).forEach(name -> entries.add(directory.resolve(name)));
    return entries;
  }

  @Override
  public void rename(Path source, Path target) throws IOException {
    gate.pass(Operation.RENAME, target);
    disk.rename(source, target);
  }

  @Override
  public boolean linkOrCopy(Path source, Path target) throws IOException {
    gate.pass(Operation.LINK, target);
    if (hasLinks) {
      disk.link(source, target);
      return false;
    }
    if (!exists(source)) {
      throw new NoSuchFileException(source.toString());
    }
    SimulatedFile copy = disk.create(target);
    byte[] content = disk.file(source).content();
    copy.write(ByteBuffer.wrap(content), content.length);
    copy.sync();
    return true;
  }

  @Override
  public void delete(Path file) throws IOException {
    gate.pass(Operation.DELETE, file);
    disk.delete(file);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    gate.pass(Operation.SYNC_DIRECTORY, directory);
    disk.sync(directory);
  }

  private final class OpenFile implements OutputFile {
    private final Path file;
    private final SimulatedFile content;

    OpenFile(Path file, SimulatedFile content) {
      this.file = file;
      this.content = content;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      try {
        gate.pass(Operation.WRITE, file);
      } catch (IOException e) {
        content.write(bytes, bytes.remaining() / 2); // a disk that gets full takes a part
        throw e;
      }
      content.write(bytes, bytes.remaining());
    }

    @Override
    public void truncate(long size) throws IOException {
      gate.pass(Operation.WRITE, file);
      content.truncate(Math.toIntExact(size));
    }

    @Override
    public void sync() throws IOException {
      gate.pass(Operation.SYNC, file);
      content.sync();
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}
