package io.millrace.executor.filesystem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** A file system that is another one, but for what a subclass changes. */
public abstract class ForwardingFileSystem implements FileSystem {
  private final FileSystem delegate;

  protected ForwardingFileSystem(FileSystem delegate) {
    this.delegate = delegate;
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    delegate.createDirectories(directory);
  }

  @Override
  public OutputFile create(Path file) throws IOException {
    return delegate.create(file);
  }

  @Override
  public OutputFile append(Path file, long size) throws IOException {
    return delegate.append(file, size);
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
    delegate.delete(file);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    delegate.syncDirectory(directory);
  }
}
