package io.millrace.executor.log;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.filesystem.FileErrors;
import io.millrace.executor.filesystem.FileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A durable log of writes to tables, in segments. Appending threads that come together share one
 * sync (group commit). Thread-safe.
 */
public final class TableLog implements AutoCloseable {
  private static final long SEGMENT_BYTES = 64L << 20;

  private final FileSystem fileSystem;
  private final Path directory;
  private final boolean syncing;
  private final long segmentBytes;
  private final LogListener listener;

  private final ReentrantLock writeLock = new ReentrantLock();
  private final ReentrantLock syncLock = new ReentrantLock();

  // Guarded by writeLock.
  private final ArrayDeque<LogEntry> unsynced = new ArrayDeque<>();
  private FileSystem.OutputFile segment;
  private long segmentStart;
  private long end;
  private boolean closed;

  /** Written under syncLock. */
  private volatile long durableEnd;

  /** Why nothing can be appended any more until a restart; written under a lock. */
  private volatile IOException failure;

  private TableLog(
      FileSystem fileSystem,
      Path directory,
      boolean syncing,
      long segmentBytes,
      LogListener listener) {
    this.segmentBytes = segmentBytes;
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.syncing = syncing;
    this.listener = listener;
  }

  /**
   * Opens a log, which is made if it is not there, and cuts off the torn end of a crash.
   *
   * @param syncing whether entries must survive a crash of the machine, not only of the process
   * @param listener told of entries that are appended from now on
   */
  public static TableLog open(
      FileSystem fileSystem, Path directory, boolean syncing, LogListener listener) {
    return open(fileSystem, directory, syncing, SEGMENT_BYTES, listener);
  }

  /**
   * As {@link #open(FileSystem, Path, boolean, LogListener)}.
   *
   * @param segmentBytes after how many bytes a segment is ended
   */
  public static TableLog open(
      FileSystem fileSystem,
      Path directory,
      boolean syncing,
      long segmentBytes,
      LogListener listener) {
    TableLog log = new TableLog(fileSystem, directory, syncing, segmentBytes, listener);
    try {
      log.recover();
    } catch (IOException e) {
      throw FileErrors.of("open the table log in " + directory, e);
    }
    return log;
  }

  private void recover() throws IOException {
    fileSystem.createDirectories(directory);
    List<Path> segments = segments();
    if (segments.isEmpty()) {
      startSegment(0);
    } else {
      Path last = segments.get(segments.size() - 1);
      segmentStart = LogSegment.firstPosition(last);
      end = LogSegment.read(fileSystem, last, true, entry -> {});
      segment = fileSystem.append(last, end - segmentStart);
      // A run that was killed may have left what it had not synced yet.
      segment.sync();
      fileSystem.syncDirectory(directory);
    }
    durableEnd = end;
  }

  private List<Path> segments() throws IOException {
    return fileSystem.list(directory).stream().filter(LogSegment::isSegment).toList();
  }

  private void startSegment(long position) throws IOException {
    FileSystem.OutputFile next = fileSystem.create(LogSegment.file(directory, position));
    fileSystem.syncDirectory(directory);
    if (segment != null) {
      segment.close();
    }
    segment = next;
    segmentStart = position;
    end = position;
  }

  /**
   * Appends an entry and returns when it is durable. If writing fails nothing is appended. If
   * syncing fails, whether the entry survives is unknown, and the log takes no more entries until
   * it is opened again.
   *
   * @return the position after the entry
   */
  public long append(long tableId, byte[] payload) {
    if (payload.length > LogSegment.MAX_PAYLOAD_BYTES) {
      throw new MillraceException(
          ErrorCode.LIMIT_EXCEEDED,
          "One statement wrote "
              + payload.length
              + " bytes; the most is "
              + LogSegment.MAX_PAYLOAD_BYTES
              + ". Write fewer rows at once.");
    }
    long entryEnd = write(tableId, payload);
    syncUpTo(entryEnd);
    return entryEnd;
  }

  private long write(long tableId, byte[] payload) {
    writeLock.lock();
    try {
      checkUsable();
      if (end - segmentStart >= segmentBytes) {
        finishSegment();
      }
      long position = end;
      ByteBuffer entry = LogSegment.encode(tableId, durableEnd, payload);
      int length = entry.remaining();
      try {
        segment.write(entry);
      } catch (IOException e) {
        cutBack(e);
        throw FileErrors.of("append to the table log in " + directory, e);
      }
      end = position + length;
      unsynced.add(new LogEntry(position, end, tableId, payload));
      return end;
    } finally {
      writeLock.unlock();
    }
  }

  /** Removes the beginning of an entry that could not be written whole. */
  private void cutBack(IOException cause) {
    try {
      segment.truncate(end - segmentStart);
    } catch (IOException e) {
      cause.addSuppressed(e);
      failure = cause;
    }
  }

  private void finishSegment() {
    try {
      segment.sync();
      startSegment(end);
    } catch (IOException e) {
      throw FileErrors.of("start a new segment of the table log in " + directory, e);
    }
  }

  private void syncUpTo(long position) {
    syncLock.lock();
    try {
      if (durableEnd >= position) {
        return;
      }
      List<LogEntry> entries = new ArrayList<>();
      FileSystem.OutputFile file;
      writeLock.lock();
      try {
        checkUsable();
        entries.addAll(unsynced);
        unsynced.clear();
        file = segment;
      } finally {
        writeLock.unlock();
      }
      if (syncing) {
        try {
          file.sync();
        } catch (IOException e) {
          failure = e;
          throw FileErrors.of("sync the table log in " + directory, e);
        }
      }
      for (LogEntry entry : entries) {
        listener.durable(entry);
      }
      durableEnd = entries.get(entries.size() - 1).end();
    } finally {
      syncLock.unlock();
    }
  }

  private void checkUsable() {
    if (closed) {
      throw new MillraceException(ErrorCode.SHUTTING_DOWN, "The database is shutting down.");
    }
    IOException cause = failure;
    if (cause != null) {
      throw new MillraceException(
          ErrorCode.IO_ERROR,
          "The table log failed before ("
              + cause.getMessage()
              + "); tables take no more writes until the server is started again.",
          cause);
    }
  }

  /**
   * Makes sure that nothing is missing from a position on; to be called once, before the first
   * append.
   *
   * @param position up to where a checkpoint holds everything; 0 for none
   * @throws MillraceException {@link ErrorCode#CORRUPTED_DATA} if files are missing or too short
   */
  public void requireFrom(long position) {
    writeLock.lock();
    try {
      List<Path> segments = segments();
      long first = LogSegment.firstPosition(segments.get(0));
      if (first > position) {
        throw missing(
            position == 0
                ? "it begins at " + first + ", and there is no checkpoint of what was before"
                : "it begins at " + first + ", but is needed from " + position + " on");
      }
      for (int i = 0; i + 1 < segments.size() && syncing; i++) {
        long next = LogSegment.firstPosition(segments.get(i + 1));
        long reached = LogSegment.firstPosition(segments.get(i)) + fileSystem.size(segments.get(i));
        // Of segments that are not needed any more a crash may have brought some back.
        if (reached != next && next > position) {
          throw missing(
              "behind " + segments.get(i) + " it goes on at " + next + ", not " + reached);
        }
      }
      if (end < position) {
        if (syncing) {
          throw missing("it ends at " + end + ", but the checkpoint was taken at " + position);
        }
        // Not synced, so a crash of the machine may take what the checkpoint holds already.
        startSegment(position);
        durableEnd = position;
      }
    } catch (IOException e) {
      throw FileErrors.of("check the table log in " + directory, e);
    } finally {
      writeLock.unlock();
    }
  }

  private MillraceException missing(String what) {
    return new MillraceException(
        ErrorCode.CORRUPTED_DATA,
        "Files of the table log in "
            + directory
            + " are missing or cut: "
            + what
            + ". Restore the whole data directory from a backup.");
  }

  /** The position after the last durable entry. */
  public long end() {
    return durableEnd;
  }

  /**
   * Reads all durable entries from a position on, which must be the beginning of one or the end.
   */
  public void replay(long position, Consumer<LogEntry> consumer) {
    try {
      List<Path> segments = segments();
      for (int i = 0; i < segments.size(); i++) {
        boolean last = i == segments.size() - 1;
        long segmentEnd = last ? Long.MAX_VALUE : LogSegment.firstPosition(segments.get(i + 1));
        if (segmentEnd > position) {
          LogSegment.read(
              fileSystem,
              segments.get(i),
              last,
              entry -> {
                if (entry.position() >= position && entry.end() <= durableEnd) {
                  consumer.accept(entry);
                }
              });
        }
      }
    } catch (IOException e) {
      throw FileErrors.of("read the table log in " + directory, e);
    }
  }

  /** Removes segments that hold only entries before a position. */
  public void removeBefore(long position) {
    writeLock.lock();
    try {
      List<Path> segments = segments();
      for (int i = 0; i + 1 < segments.size(); i++) {
        if (LogSegment.firstPosition(segments.get(i + 1)) <= position) {
          fileSystem.delete(segments.get(i));
        }
      }
    } catch (IOException e) {
      throw FileErrors.of("remove old segments of the table log in " + directory, e);
    } finally {
      writeLock.unlock();
    }
  }

  @Override
  public void close() {
    writeLock.lock();
    try {
      if (!closed) {
        closed = true;
        segment.close();
      }
    } catch (IOException e) {
      throw FileErrors.of("close the table log in " + directory, e);
    } finally {
      writeLock.unlock();
    }
  }
}
