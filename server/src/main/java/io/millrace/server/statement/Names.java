package io.millrace.server.statement;

import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import java.util.Collection;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Finds what statements name, and says what was probably meant. */
final class Names {
  private Names() {}

  /**
   * The relation with this name.
   *
   * @throws MillraceException {@link ErrorCode#UNKNOWN_RELATION} with the place and a suggestion
   */
  static CatalogEntry require(SqlIdentifier name, CatalogSnapshot catalog) {
    String text = MillracePlanner.relationName(name);
    return catalog.entry(text).orElseThrow(() -> unknown(name, "relation", catalog.names()));
  }

  /**
   * @param what a user calls what was looked for
   * @param candidates the names that would have been found
   */
  static MillraceException unknown(SqlIdentifier name, String what, Collection<String> candidates) {
    String text = MillracePlanner.relationName(name);
    return error(
        ErrorCode.UNKNOWN_RELATION,
        name,
        "there is no " + what + " '" + text + "'" + suggestion(text, candidates));
  }

  /** {@code ; did you mean 'x'?}, or nothing. */
  static String suggestion(String name, Collection<String> candidates) {
    return Suggestions.closest(name, candidates)
        .map(found -> "; did you mean '" + found + "'?")
        .orElse("");
  }

  /** An error about a name, or another part, of a statement. */
  static MillraceException error(ErrorCode code, SqlNode part, String message) {
    return new MillraceException(code, position(part), message, null);
  }

  private static SourcePosition position(SqlNode part) {
    SqlParserPos position = part.getParserPosition();
    return position.getLineNum() < 1
        ? null
        : new SourcePosition(position.getLineNum(), Math.max(1, position.getColumnNum()));
  }
}
