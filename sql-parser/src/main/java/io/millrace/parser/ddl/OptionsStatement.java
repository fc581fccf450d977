package io.millrace.parser.ddl;

import io.millrace.core.error.SourcePosition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

/** A statement that can carry options in a WITH clause. */
public interface OptionsStatement {

  /** The {@link SqlOption}s, keys distinct; empty if there is no WITH clause. */
  SqlNodeList options();

  /** Keys and values in the order in which they are written. */
  default Map<String, String> optionMap() {
    Map<String, String> map = new LinkedHashMap<>();
    for (SqlNode option : options()) {
      map.put(((SqlOption) option).key(), ((SqlOption) option).value());
    }
    return Collections.unmodifiableMap(map);
  }

  /** Where the option begins in the text; empty if it is not given. */
  default Optional<SourcePosition> optionPosition(String key) {
    for (SqlNode option : options()) {
      if (((SqlOption) option).key().equals(key)) {
        return Optional.ofNullable(SqlSyntaxRefusal.start(option.getParserPosition()));
      }
    }
    return Optional.empty();
  }
}
