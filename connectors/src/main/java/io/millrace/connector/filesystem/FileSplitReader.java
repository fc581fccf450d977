package io.millrace.connector.filesystem;

import io.millrace.connector.format.LineScan;
import io.millrace.connector.format.RecordDecoder;
import io.millrace.connector.format.RecordError;
import io.millrace.connector.format.RecordFrames;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.connector.SplitReader;
import io.millrace.executor.data.ArrowTypes;
import io.millrace.executor.data.ChangeBatch;
import io.millrace.executor.filesystem.FileErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VariableWidthVector;

/**
 * Reads one file.
 *
 * <p>A watched file that was read to its end is closed, and looked at again once per poll interval.
 * Its last line waits until its line end is there; in a bounded file the last line needs none.
 */
final class FileSplitReader implements SplitReader {
  /** How much of a record that is too long is shown and kept. */
  private static final int LONG_RECORD_KEPT = 4096;

  private final FileSourceSettings settings;
  private final FileSplit split;
  private final BadRecordHandler badRecords;
  private final long end;
  private final RecordFrames frames = new RecordFrames();
  private FilePosition position;
  private FileWindow window;
  private RecordDecoder decoder;
  private long line;
  private boolean skipLine;
  private long sizeSeen = -1;
  private long nextLook;
  private boolean looked;

  /**
   * @param end the offset at which to end, or Long.MAX_VALUE
   */
  FileSplitReader(
      FileSourceSettings settings,
      FileSplit split,
      BadRecordHandler badRecords,
      FilePosition position,
      long end) {
    this.settings = settings;
    this.split = split;
    this.badRecords = badRecords;
    this.position = position;
    this.end = end;
  }

  @Override
  public Poll poll(int maxRows) {
    try {
      if (currentOffset() >= end) {
        closeWindow();
        return new Poll.End();
      }
      if (window == null && !open()) {
        return atEndOfFile();
      }
      return read(maxRows);
    } catch (IOException e) {
      throw FileErrors.of("read " + split.file(), e);
    }
  }

  /** Opens the window; false when there is nothing to read now. */
  private boolean open() throws IOException {
    if (settings.watch() && end == Long.MAX_VALUE && !hasGrown()) {
      return false;
    }
    Optional<FileFormat.Beginning> beginning = settings.format().begin(split.file(), isBounded());
    if (beginning.isEmpty()) {
      if (position.offset() > 0) {
        throw cut();
      }
      return false;
    }
    decoder = beginning.get().decoder();
    window = FileWindow.open(split.file(), position, settings.maxRecordSize(), end);
    line = position.line();
    skipLine = position.skipLine();
    long dataOffset = beginning.get().offset();
    if (position.offset() < dataOffset) {
      while (window.length() < dataOffset - position.offset() && !window.atEnd()) {
        window.fill();
      }
      window.consumeTo(window.start() + (int) (dataOffset - position.offset()));
      line = beginning.get().line();
    }
    return true;
  }

  /** Whether a watched file has bytes that were not there at the last look. */
  private boolean hasGrown() throws IOException {
    long now = settings.clock().nanoTime();
    if (looked && now - nextLook < 0) {
      return false;
    }
    looked = true;
    nextLook = now + settings.pollInterval().toNanos();
    long size;
    try {
      size = Files.readAttributes(split.file(), BasicFileAttributes.class).size();
    } catch (NoSuchFileException e) {
      // Removed after it was read: what was read stays read.
      return false;
    }
    if (size < position.offset()) {
      throw cut();
    }
    if (size == sizeSeen) {
      return false;
    }
    sizeSeen = size;
    return true;
  }

  private MillraceException cut() {
    return new MillraceException(
        ErrorCode.CORRUPTED_DATA,
        "The file "
            + split.file()
            + " was cut: "
            + position.offset()
            + " bytes of it were read before, but it has fewer now. Files that are read may only"
            + " grow; put other content into a new file.");
  }

  private boolean isBounded() {
    return !settings.watch() || end != Long.MAX_VALUE;
  }

  private Poll atEndOfFile() throws IOException {
    closeWindow();
    return isBounded() ? new Poll.End() : new Poll.Nothing();
  }

  private Poll read(int maxRows) throws IOException {
    while (true) {
      if (skipLine && !passOverLine()) {
        return atEndOfFile();
      }
      boolean last = window.atEnd() && isBounded();
      decoder.split(window.bytes(), window.start(), window.limit(), last, maxRows, frames);
      if (frames.count() > 0) {
        Poll rows = decode();
        if (rows != null) {
          return rows;
        }
      } else if (frames.stop() > window.start()) {
        consumeTo(frames.stop());
      } else if (window.isFull()) {
        handleTooLong();
      } else if (window.atEnd()) {
        return atEndOfFile();
      } else {
        window.fill();
      }
    }
  }

  /** Writes the framed records into a batch; null when all of them are left out. */
  private Poll decode() {
    FieldVector[] columns = allocate(frames.count());
    int rows;
    try {
      rows = decoder.decode(window.bytes(), frames, columns, badRecords.stopsReading());
      if (frames.hasErrors()) {
        handleErrors(rows);
      } else {
        consumeTo(frames.stop());
      }
    } catch (RuntimeException e) {
      close(columns);
      throw e;
    }
    if (rows == 0) {
      close(columns);
      return null;
    }
    for (FieldVector column : columns) {
      column.setValueCount(rows);
    }
    return new Poll.Rows(ChangeBatch.of(settings.rowType(), columns, null, rows));
  }

  private FieldVector[] allocate(int rows) {
    FieldVector[] columns = ArrowTypes.newVectors(settings.rowType(), settings.allocator());
    try {
      for (FieldVector column : columns) {
        // The others are given memory when the decoder knows how much.
        if (!(column instanceof VariableWidthVector)) {
          column.setInitialCapacity(rows);
          column.allocateNew();
        }
      }
      return columns;
    } catch (RuntimeException e) {
      close(columns);
      throw e;
    }
  }

  private static void close(FieldVector[] columns) {
    for (FieldVector column : columns) {
      column.close();
    }
  }

  private void handleErrors(int rows) {
    for (int record = 0; record < frames.count(); record++) {
      if (frames.error(record) == null) {
        continue;
      }
      int start = frames.start(record);
      BadRecord bad = badRecord(start, frames.end(record), frames.error(record));
      if (!badRecords.stopsReading()) {
        badRecords.leaveOut(bad);
      } else if (rows > 0) {
        // The rows before it go out first; the next poll meets it again and fails.
        consumeTo(start);
        return;
      } else {
        throw badRecords.failure(bad);
      }
    }
    consumeTo(frames.stop());
  }

  private BadRecord badRecord(int start, int stop, RecordError error) {
    byte[] bytes = window.bytes();
    int textEnd = stop;
    if (textEnd > start && bytes[textEnd - 1] == '\n') {
      textEnd--;
    }
    if (textEnd > start && bytes[textEnd - 1] == '\r') {
      textEnd--;
    }
    return new BadRecord(
        split.split(),
        split.file(),
        line + lineEnds(window.start(), start),
        window.offset() + start - window.start(),
        error,
        Arrays.copyOfRange(bytes, start, textEnd));
  }

  private void handleTooLong() {
    int start = window.start();
    RecordError error =
        new RecordError(
            null,
            "the record is longer than "
                + settings.maxRecordSize()
                + " bytes ('max-record-size'); it begins with '"
                + RecordError.shortened(
                    new String(
                        window.bytes(),
                        start,
                        Math.min(200, window.length()),
                        StandardCharsets.UTF_8))
                + "'");
    int kept = Math.min(LONG_RECORD_KEPT, window.length());
    BadRecord bad = badRecord(start, start + kept, error);
    if (badRecords.stopsReading()) {
      throw badRecords.failure(bad);
    }
    badRecords.leaveOut(bad);
    skipLine = true;
  }

  /** Goes behind the next line end; false when the file ends before. */
  private boolean passOverLine() throws IOException {
    while (true) {
      int lineEnd = LineScan.nextLineEnd(window.bytes(), window.start(), window.limit());
      if (lineEnd < window.limit()) {
        consumeTo(lineEnd + 1);
        skipLine = false;
        return true;
      }
      consumeTo(window.limit());
      if (window.atEnd()) {
        return false;
      }
      window.fill();
    }
  }

  private void consumeTo(int index) {
    line += lineEnds(window.start(), index);
    window.consumeTo(index);
  }

  private int lineEnds(int from, int to) {
    return LineScan.count(window.bytes(), from, to);
  }

  private long currentOffset() {
    return window == null ? position.offset() : window.offset();
  }

  @Override
  public String position() {
    badRecords.sync();
    return currentPosition().toString();
  }

  private FilePosition currentPosition() {
    return window == null
        ? position
        : new FilePosition(window.offset(), line, window.checksum(), skipLine);
  }

  private void closeWindow() throws IOException {
    if (window != null) {
      position = currentPosition();
      FileWindow closing = window;
      window = null;
      closing.close();
    }
  }

  @Override
  public void close() {
    try {
      closeWindow();
    } catch (IOException e) {
      throw FileErrors.of("close " + split.file(), e);
    }
  }
}
