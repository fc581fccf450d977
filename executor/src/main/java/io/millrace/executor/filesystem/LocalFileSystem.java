package io.millrace.executor.filesystem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The disks of this machine. */
public final class LocalFileSystem implements FileSystem {
  private final boolean ownerOnly;

  public LocalFileSystem() {
    this(true);
  }

  private LocalFileSystem(boolean ownerOnly) {
    this.ownerOnly = ownerOnly;
  }

  /**
   * For files that are made for others: new files and directories get the permissions that the
   * process gives by default, instead of being readable by their owner only.
   */
  public static LocalFileSystem shared() {
    return new LocalFileSystem(false);
  }

  private static final Set<StandardOpenOption> CREATE =
      EnumSet.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING);

  @Override
  public void createDirectories(Path directory) throws IOException {
    Path parent = directory.toAbsolutePath().getParent();
    if (Files.isDirectory(directory) || parent == null) {
      return;
    }
    createDirectories(parent);
    Files.createDirectories(directory, permissions(directory, "rwx------"));
    syncDirectory(parent);
  }

  @Override
  public OutputFile create(Path file) throws IOException {
    return new ChannelFile(FileChannel.open(file, CREATE, permissions(file, "rw-------")));
  }

  @Override
  public OutputFile append(Path file, long size) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    ChannelFile output = new ChannelFile(channel);
    try {
      output.truncate(size);
      return output;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public InputStream open(Path file) throws IOException {
    return Files.newInputStream(file);
  }

  @Override
  public boolean exists(Path file) {
    return Files.exists(file);
  }

  @Override
  public boolean isDirectory(Path file) {
    return Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public long size(Path file) throws IOException {
    return Files.size(file);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  @Override
  public void rename(Path source, Path target) throws IOException {
    Files.move(source, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public boolean linkOrCopy(Path source, Path target) throws IOException {
    Files.deleteIfExists(target);
    try {
      Files.createLink(target, source);
      return false;
    } catch (UnsupportedOperationException | FileSystemException e) {
      if (!Files.exists(source)) {
        throw e;
      }
      copy(source, target);
      return true;
    }
  }

  private void copy(Path source, Path target) throws IOException {
    try (FileChannel from = FileChannel.open(source, StandardOpenOption.READ);
        FileChannel to = FileChannel.open(target, CREATE, permissions(target, "rw-------"))) {
      long size = from.size();
      for (long done = 0; done < size; ) {
        done += from.transferTo(done, size - done, to);
      }
      to.force(true);
    }
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private FileAttribute<?>[] permissions(Path path, String posix) {
    return ownerOnly && path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(posix))
        }
        : new FileAttribute<?>[0];
  }

  private static final class ChannelFile implements OutputFile {
    private final FileChannel channel;

    ChannelFile(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    @Override
    public void truncate(long size) throws IOException {
      channel.truncate(size);
      channel.position(size);
    }

    @Override
    public void sync() throws IOException {
      channel.force(true);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
