package io.millrace.executor.state.changes;

import io.millrace.executor.checkpoint.FileDigest;
import io.millrace.executor.filesystem.FileSystem;
import io.millrace.executor.state.table.FrozenEntries;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The change files that together hold a worker's tables, oldest first.
 *
 * <p>Each new file also takes over a stretch of the entries that were not changed, as much as was
 * changed: a sweep through all tables. When it has come to their end, everything that files from
 * before its beginning hold is in later files too, or gone, and they are dropped. So a checkpoint
 * costs twice what was changed, whatever the size of the whole; and the files together stay within
 * a few times the size of the tables. This is how log-structured stores clean their segments
 * (Rosenblum and Ousterhout, <i>The Design and Implementation of a Log-Structured File System</i>,
 * 1992), with a fixed order in place of a choice, since a checkpoint must not wait for it.
 *
 * @param files oldest first
 * @param sweep how far it is; its positions mean something in this process only
 */
public record ChangeFiles(List<ChangeFile> files, Sweep sweep) {
  /** A sweep takes at most so many checkpoints with changes. */
  private static final int MOST_FILES_A_SWEEP = 256;

  /** All is swept at once when the files hold so many times what the tables do. */
  private static final int MOST_AMPLIFICATION = 4;

  private static final long TOLERATED_BYTES = 64L << 10;

  public ChangeFiles {
    files = List.copyOf(files);
  }

  /** A worker without tables. */
  public static ChangeFiles none() {
    return of(List.of());
  }

  /** Files of which nothing is swept yet. */
  public static ChangeFiles of(List<ChangeFile> files) {
    return new ChangeFiles(files, Sweep.atBegin(files.size()));
  }

  /**
   * Where the sweep goes on.
   *
   * @param firstFile the first of the files that was written since it began
   * @param table the number of a table; those before are done
   * @param position in that table
   */
  record Sweep(int firstFile, int table, byte[] position) {
    static Sweep atBegin(int firstFile) {
      return new Sweep(firstFile, 0, FrozenEntries.START);
    }
  }

  /**
   * What a checkpoint has written.
   *
   * @param files all that are needed now
   * @param digest of the new file; null if nothing was to be written, so that there is none
   */
  public record Written(ChangeFiles files, FileDigest digest) {}

  /**
   * Writes the next file.
   *
   * @param file does not exist yet
   * @param tables in the order of their numbers
   */
  public Written next(FileSystem fileSystem, Path file, List<ChangedTable> tables) {
    try (ChangeFileWriter writer = new ChangeFileWriter(fileSystem, file)) {
      for (ChangedTable table : tables) {
        writer.table(table.number());
        if (table.isNew()) {
          table.entries().copy(FrozenEntries.START, writer, Long.MAX_VALUE);
        } else {
          table.entries().copyChanges(writer);
        }
      }
      Sweep swept = sweep(tables, writer);
      FileDigest digest = writer.finish();
      List<ChangeFile> needed = new ArrayList<>(files);
      if (digest != null) {
        needed.add(new ChangeFile(file.getFileName().toString(), digest.bytes()));
      }
      if (swept == null) {
        needed.subList(0, sweep.firstFile).clear();
        swept = Sweep.atBegin(needed.size());
      }
      return new Written(new ChangeFiles(needed, swept), digest);
    }
  }

  /** Goes on with the sweep; returns null if it is at its end. */
  private Sweep sweep(List<ChangedTable> tables, ChangeFileWriter writer) {
    long bytes = bytesToSweep(tables, writer.bytes());
    long end = writer.bytes() + bytes;
    for (ChangedTable table : tables) {
      if (table.number() < sweep.table || table.isNew()) {
        continue;
      }
      byte[] position = table.number() == sweep.table ? sweep.position : FrozenEntries.START;
      writer.table(table.number());
      byte[] next = table.entries().copy(position, writer, end - writer.bytes());
      if (next != null) {
        return new Sweep(sweep.firstFile, table.number(), next);
      }
    }
    return null;
  }

  private long bytesToSweep(List<ChangedTable> tables, long changedBytes) {
    long tableBytes = tables.stream().mapToLong(table -> table.entries().bytes()).sum();
    long fileBytes = changedBytes + bytes();
    if (fileBytes > MOST_AMPLIFICATION * tableBytes + TOLERATED_BYTES) {
      return Long.MAX_VALUE / 2;
    }
    return changedBytes == 0 ? 0 : Math.max(changedBytes, tableBytes / MOST_FILES_A_SWEEP);
  }

  /** The bytes of all files. */
  public long bytes() {
    return files.stream().mapToLong(ChangeFile::bytes).sum();
  }

  public void write(DataOutput output) throws IOException {
    output.writeInt(files.size());
    for (ChangeFile file : files) {
      file.write(output);
    }
  }

  /** Reads what {@link #write} wrote; the sweep begins anew. */
  public static ChangeFiles read(DataInput input) throws IOException {
    List<ChangeFile> files = new ArrayList<>();
    for (int left = input.readInt(); left > 0; left--) {
      files.add(ChangeFile.read(input));
    }
    return of(files);
  }
}
