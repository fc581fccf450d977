package io.millrace.executor.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The local file system, with faults that a test chooses. */
public final class FaultyFileSystem extends ForwardingFileSystem {
  /** What a fault can hit. */
  public enum Operation {
    CREATE,
    WRITE,
    SYNC,
    RENAME,
    LINK,
    DELETE,
    SYNC_DIRECTORY
  }

  /** Decides which operations fail. Must be thread-safe. */
  @FunctionalInterface
  public interface Fault {
    /** Returns the message of the IOException to throw, or null to let the operation pass. */
    String strike(Operation operation, Path file);
  }

  /** What Linux says when a disk is full. */
  public static final String DISK_FULL = "No space left on device";

  private volatile Fault fault = (operation, file) -> null;

  public FaultyFileSystem() {
    super(new LocalFileSystem());
  }

  public void setFault(Fault newFault) {
    fault = newFault;
  }

  /** From now on everything works. */
  public void heal() {
    setFault((operation, file) -> null);
  }

  private void check(Operation operation, Path file) throws IOException {
    String message = fault.strike(operation, file);
    if (message != null) {
      throw new IOException(message);
    }
  }

  @Override
  public OutputFile create(Path file) throws IOException {
    check(Operation.CREATE, file);
    return new FaultyFile(file, super.create(file));
  }

  @Override
  public OutputFile append(Path file, long size) throws IOException {
    return new FaultyFile(file, super.append(file, size));
  }

  @Override
  public void rename(Path source, Path target) throws IOException {
    check(Operation.RENAME, target);
    super.rename(source, target);
  }

  @Override
  public boolean linkOrCopy(Path source, Path target) throws IOException {
    check(Operation.LINK, target);
    return super.linkOrCopy(source, target);
  }

  @Override
  public void delete(Path file) throws IOException {
    check(Operation.DELETE, file);
    super.delete(file);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    check(Operation.SYNC_DIRECTORY, directory);
    super.syncDirectory(directory);
  }

  private final class FaultyFile implements OutputFile {
    private final Path file;
    private final OutputFile output;

    FaultyFile(Path file, OutputFile output) {
      this.file = file;
      this.output = output;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      String message = fault.strike(Operation.WRITE, file);
      if (message != null) {
        // A disk that gets full takes a part.
        output.write(bytes.slice(bytes.position(), bytes.remaining() / 2));
        throw new IOException(message);
      }
      output.write(bytes);
    }

    @Override
    public void truncate(long size) throws IOException {
      output.truncate(size);
    }

    @Override
    public void sync() throws IOException {
      check(Operation.SYNC, file);
      output.sync();
    }

    @Override
    public void close() throws IOException {
      output.close();
    }
  }
}
