package io.millrace.server.cli;

import io.millrace.core.type.RowType;
import java.io.PrintWriter;
import java.util.List;

/** Writes the rows of one result. For one thread. */
interface RowWriter {
  /** Writes some more rows, with values as the engine has them. */
  void write(List<Object[]> rows);

  /** Shows what came so far, when more may take a while. */
  void flush();

  /** Writes what has not been written yet; nothing comes any more. */
  void end();

  /** The ways to write rows. */
  enum Format {
    TABLE,
    CSV,
    JSON;

    RowWriter writer(RowType rowType, PrintWriter out) {
      return switch (this) {
        case TABLE -> new TableWriter(rowType, out);
        case CSV -> new CsvWriter(rowType, out);
        case JSON -> new JsonWriter(rowType, out);
      };
    }
  }
}
