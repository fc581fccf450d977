package io.millrace.server.statement;

import io.millrace.core.error.SourcePosition;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ParsedStatement;
import org.apache.calcite.sql.SqlNode;

/** A statement's text, and as many trees of it as are needed: planning uses trees up. */
final class StatementSource {
  private final ParsedStatement parsed;
  private boolean used;

  StatementSource(ParsedStatement parsed) {
    this.parsed = parsed;
  }

  String text() {
    return parsed.text();
  }

  SourcePosition start() {
    return parsed.start();
  }

  /** A tree that nobody has changed yet, with places in the whole script. */
  synchronized SqlNode tree() {
    if (!used) {
      used = true;
      return parsed.node();
    }
    String before =
        "\n".repeat(parsed.start().line() - 1) + " ".repeat(parsed.start().column() - 1);
    return MillraceParser.parseStatement(before + parsed.text());
  }

  /** The kind of the statement; the tree is only to be looked at. */
  SqlNode shape() {
    return parsed.node();
  }
}
