package io.millrace.connector.filesystem;

import io.millrace.connector.format.JsonDecoder;
import io.millrace.core.type.RowType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** JSON lines: one object a line. */
record JsonFileFormat(RowType rowType) implements FileFormat {
  @Override
  public Optional<Beginning> begin(Path file, boolean complete) throws IOException {
    return Optional.of(new Beginning(ByteOrderMark.length(file), 1, new JsonDecoder(rowType)));
  }
}
