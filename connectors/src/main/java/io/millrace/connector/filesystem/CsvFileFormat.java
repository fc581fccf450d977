package io.millrace.connector.filesystem;

import io.millrace.connector.format.CsvDecoder;
import io.millrace.connector.format.CsvDialect;
import io.millrace.connector.format.CsvHeader;
import io.millrace.connector.format.LineScan;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** CSV with or without a header line. */
record CsvFileFormat(CsvDialect dialect, boolean hasHeader, RowType rowType) implements FileFormat {
  private static final int MAX_HEADER = 1 << 20;

  @Override
  public Optional<Beginning> begin(Path file, boolean complete) throws IOException {
    if (!hasHeader) {
      CsvDecoder decoder = new CsvDecoder(dialect, rowType, CsvHeader.inOrder(rowType));
      return Optional.of(new Beginning(ByteOrderMark.length(file), 1, decoder));
    }
    byte[] bytes = new byte[1 << 13];
    int limit = 0;
    try (FileBytes source = FileBytes.open(file, 0)) {
      while (true) {
        int read = source.readFully(bytes, limit, bytes.length - limit);
        boolean last = limit + read < bytes.length;
        limit += read;
        int from = ByteOrderMark.length(bytes, limit);
        int end =
            from == limit
                ? -1
                : CsvDecoder.recordEnd(dialect, bytes, from, limit, last && complete);
        if (end >= 0) {
          return Optional.of(beginning(file, bytes, from, end));
        }
        if (last) {
          return Optional.empty();
        }
        if (bytes.length >= MAX_HEADER) {
          throw malformed(file, "is longer than " + MAX_HEADER + " bytes");
        }
        bytes = Arrays.copyOf(bytes, bytes.length * 2);
      }
    }
  }

  private Beginning beginning(Path file, byte[] bytes, int from, int end) {
    List<String> names = CsvDecoder.fields(dialect, bytes, from, end);
    if (names.isEmpty()) {
      throw malformed(file, "has quotes that do not match");
    }
    int[] columnOfField = CsvHeader.match(names, rowType, file.toString());
    long line = 1L + LineScan.count(bytes, from, end);
    return new Beginning(end, line, new CsvDecoder(dialect, rowType, columnOfField));
  }

  private static MillraceException malformed(Path file, String reason) {
    return new MillraceException(
        ErrorCode.MALFORMED_RECORD, "The header of " + file + " " + reason + ".");
  }
}
