package io.millrace.parser.ddl;

import io.millrace.core.error.SourcePosition;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;

/** A statement about one named object. */
public interface NamedStatement {

  /** The name as written, with positions; never null. */
  SqlIdentifier name();

  /** The parts of the name, outermost first; never empty. */
  default List<String> path() {
    return name().names;
  }

  /** Where the name begins in the text, or null if the node comes from no text. */
  default SourcePosition namePosition() {
    return SqlSyntaxRefusal.start(name().getParserPosition());
  }
}
