package io.millrace.connector.filesystem;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.connector.Source;
import io.millrace.executor.connector.Split;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.filesystem.FileErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Files that match a pattern, one split each, in name order. */
final class FileSource implements Source {
  /** Headers are checked when a source is created for so many files; others when they are read. */
  private static final int CHECKED_FILES = 100;

  private final FileSourceSettings settings;
  private final FilePattern pattern;
  private final BadRecordHandler badRecords;
  private Map<String, Path> files;
  private long listedAt;

  FileSource(FileSourceSettings settings, FilePattern pattern, BadRecordHandler badRecords) {
    this.settings = settings;
    this.pattern = pattern;
    this.badRecords = badRecords;
  }

  /** Refuses missing files and files that do not begin as they should. */
  void check() {
    list();
    if (files.isEmpty() && (!settings.watch() || pattern.mustExist())) {
      throw pattern.nothingFound();
    }
    files.values().stream().limit(CHECKED_FILES).forEach(this::checkBeginning);
  }

  private void checkBeginning(Path file) {
    try {
      settings.format().begin(file, !settings.watch());
    } catch (IOException e) {
      throw FileErrors.of("read " + file, e);
    }
  }

  @Override
  public boolean isBounded() {
    return !settings.watch();
  }

  @Override
  public synchronized List<Split> discoverSplits() {
    long now = settings.clock().nanoTime();
    boolean due = now - listedAt >= settings.pollInterval().toNanos();
    if (files == null || (settings.watch() && due)) {
      list();
    }
    return files.keySet().stream().map(Split::new).toList();
  }

  private synchronized void list() {
    listedAt = settings.clock().nanoTime();
    files = pattern.list();
    if (settings.watch()) {
      for (Path file : files.values()) {
        if (FileBytes.isCompressed(file)) {
          throw new MillraceException(
              ErrorCode.UNSUPPORTED,
              "The file "
                  + file
                  + " is compressed, so it cannot be watched for appended lines. Take it out of"
                  + " 'path', or read it without 'watch'.");
        }
      }
    }
  }

  @Override
  public SplitReader read(Split split, String position, String end) {
    return new FileSplitReader(
        settings,
        new FileSplit(split, file(split)),
        badRecords,
        position == null ? FilePosition.START : FilePosition.parse(position),
        end == null ? Long.MAX_VALUE : FilePosition.parse(end).offset());
  }

  private synchronized Path file(Split split) {
    if (files == null || !files.containsKey(split.id())) {
      list();
    }
    Path file = files.get(split.id());
    if (file == null) {
      throw new MillraceException(
          ErrorCode.MISSING_FILE,
          "The file '" + split.id() + "' that was read before is not there any more.");
    }
    return file;
  }

  @Override
  public void close() {
    badRecords.close();
  }
}
