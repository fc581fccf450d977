package io.millrace.executor.simulation;

import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.filesystem.ForwardingFileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** A file system that makes an engine that uses it rightly behave like one that does not. */
final class BrokenFileSystem extends ForwardingFileSystem {
  private final Defect defect;

  BrokenFileSystem(FileSystem delegate, Defect defect) {
    super(delegate);
    this.defect = defect;
  }

  private static boolean isStateFile(Path file) {
    return file.getParent().endsWith("files") || file.toString().contains("/work/");
  }

  @Override
  public OutputFile create(Path file) throws IOException {
    return file(file, super.create(file));
  }

  @Override
  public OutputFile append(Path file, long size) throws IOException {
    return file(file, super.append(file, size));
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
  public void delete(Path file) throws IOException {
    boolean counted = file.getParent().endsWith("files");
    if (counted && defect == Defect.FILE_NEVER_REMOVED && file.toString().endsWith("2")) {
      return;
    }
    super.delete(file);
    if (counted && defect == Defect.FILE_REMOVED_TOO_EARLY) {
      List<Path> left = list(file.getParent());
      if (!left.isEmpty()) {
        super.delete(left.get(0));
      }
    }
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    return defect == Defect.SAVEPOINTS_FORGOTTEN && directory.endsWith("savepoints")
        ? List.of()
        : super.list(directory);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    if (defect != Defect.MANIFEST_NAME_NOT_SYNCED || !directory.endsWith("checkpoints")) {
      super.syncDirectory(directory);
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
