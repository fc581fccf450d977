package io.millrace.executor.simulation;

import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** A file system that makes an engine that uses it rightly behave like one that does not. */
final class BrokenFileSystem implements FileSystem {
  private final FileSystem delegate;
  private final Defect defect;

  BrokenFileSystem(FileSystem delegate, Defect defect) {
    this.delegate = delegate;
    this.defect = defect;
  }

  private static boolean isStateFile(Path file) {
    return file.getParent().endsWith("files") || file.toString().contains("/work/");
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    delegate.createDirectories(directory);
  }

  @Override
  public OutputFile create(Path file) throws IOException {
    return file(file, delegate.create(file));
  }

  @Override
  public OutputFile append(Path file, long size) throws IOException {
    return file(file, delegate.append(file, size));
  }

  private OutputFile file(Path file, OutputFile output) {
    boolean syncs =
        switch (defect) {
          case STATE_NOT_SYNCED -> !isStateFile(file);
          case LOG_NOT_SYNCED -> !file.getParent().endsWith("log");
          default -> true;
        };
    return syncs ? output : new UnsyncedFile(output);
  }

  @Override
  public InputStream open(Path file) throws IOException {
    return delegate.open(file);
  }

  @Override
  public boolean exists(Path file) throws IOException {
    return delegate.exists(file);
  }

  @Override
  public boolean isDirectory(Path file) throws IOException {
    return delegate.isDirectory(file);
  }

  @Override
  public long size(Path file) throws IOException {
    return delegate.size(file);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    return delegate.list(directory);
  }

  @Override
  public void rename(Path source, Path target) throws IOException {
    delegate.rename(source, target);
  }

  @Override
  public boolean linkOrCopy(Path source, Path target) throws IOException {
    return delegate.linkOrCopy(source, target);
  }

  @Override
  public void delete(Path file) throws IOException {
    boolean counted = file.getParent().endsWith("files");
    if (counted && defect == Defect.FILE_NEVER_REMOVED && file.toString().endsWith("2")) {
      return;
    }
    delegate.delete(file);
    if (counted && defect == Defect.FILE_REMOVED_TOO_EARLY) {
      List<Path> left = delegate.list(file.getParent());
      if (!left.isEmpty()) {
        delegate.delete(left.get(0));
      }
    }
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    if (defect != Defect.MANIFEST_NAME_NOT_SYNCED || !directory.endsWith("checkpoints")) {
      delegate.syncDirectory(directory);
    }
  }

  private record UnsyncedFile(OutputFile delegate) implements OutputFile {
    @Override
    public void write(ByteBuffer bytes) throws IOException {
      delegate.write(bytes);
    }

    @Override
    public void truncate(long size) throws IOException {
      delegate.truncate(size);
    }

    @Override
    public void sync() {
      // Left out.
    }

    @Override
    public void close() throws IOException {
      delegate.close();
    }
  }
}
