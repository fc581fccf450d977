package io.millrace.server.database;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps other processes, and other databases of this one, out of a directory. The operating system
 * frees it when the process ends, however that happens. The file holds the id of the process.
 */
final class DirectoryLock implements AutoCloseable {
  /**
   * What this process holds. Asked first: to open and close a file that is locked frees the lock on
   * some systems.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private static final Set<StandardOpenOption> OPTIONS =
      EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);

  private final Path directory;
  private final FileChannel channel;

  private DirectoryLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * @throws MillraceException {@link ErrorCode#DATA_DIRECTORY_IN_USE} if somebody else has it
   */
  static DirectoryLock take(Path directory) {
    try {
      Path real = directory.toRealPath();
      if (!HELD.add(real)) {
        throw inUse(directory, "this process");
      }
      DirectoryLock lock = null;
      try {
        lock = take(directory, real);
        return lock;
      } finally {
        if (lock == null) {
          HELD.remove(real);
        }
      }
    } catch (IOException e) {
      throw FileErrors.of("lock " + directory, e);
    }
  }

  private static DirectoryLock take(Path directory, Path real) throws IOException {
    Path file = real.resolve("lock");
    FileChannel channel = FileChannel.open(file, OPTIONS, ownerOnly(file));
    boolean taken = false;
    try {
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw inUse(directory, owner(channel));
      }
      channel.truncate(0);
      String pid = Long.toString(ProcessHandle.current().pid());
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)), 0);
      taken = true;
      return new DirectoryLock(real, channel);
    } catch (OverlappingFileLockException e) {
      throw inUse(directory, "this process");
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static String owner(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(32);
    channel.read(bytes, 0);
    String pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
    return pid.isEmpty() ? "another process" : "the process " + pid;
  }

  private static MillraceException inUse(Path directory, String owner) {
    return new MillraceException(
        ErrorCode.DATA_DIRECTORY_IN_USE,
        "The data directory "
            + directory
            + " is in use by "
            + owner
            + ". Connect to that one, or stop it first.");
  }

  @Override
  public void close() {
    try {
      channel.close();
      HELD.remove(directory);
    } catch (IOException e) {
      throw FileErrors.of("unlock the data directory", e);
    }
  }
}
