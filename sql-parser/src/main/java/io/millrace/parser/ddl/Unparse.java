package io.millrace.parser.ddl;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWriter;

/** Clauses that several statements print alike. */
final class Unparse {

  private Unparse() {}

  /** The clause EMIT ON WINDOW CLOSE, where there is one. */
  static void emit(SqlWriter writer, SqlNode clause) {
    if (clause != null) {
      writer.newlineAndIndent();
      writer.keyword("EMIT ON WINDOW CLOSE");
    }
  }

  /** {@code (a, b, c)}. */
  static void list(SqlWriter writer, SqlNodeList nodes) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    for (SqlNode node : nodes) {
      writer.sep(",");
      node.unparse(writer, 0, 0);
    }
    writer.endList(frame);
  }

  /** {@code WITH (options)}, or nothing if there are none. */
  static void options(SqlWriter writer, SqlNodeList options) {
    if (!options.isEmpty()) {
      writer.keyword("WITH");
      list(writer, options);
    }
  }

  static void ifNotExists(SqlWriter writer, boolean ifNotExists) {
    if (ifNotExists) {
      writer.keyword("IF NOT EXISTS");
    }
  }
}
