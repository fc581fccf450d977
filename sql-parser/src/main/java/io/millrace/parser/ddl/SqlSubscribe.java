package io.millrace.parser.ddl;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/**
 * {@code SUBSCRIBE [TO] name [WITH (SNAPSHOT = flag)]}: the changes of a relation as they happen.
 */
public final class SqlSubscribe extends SqlCall implements NamedStatement, OptionsStatement {
  private static final String SNAPSHOT = "snapshot";

  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "SUBSCRIBE",
          SqlKind.OTHER,
          (pos, o) -> new SqlSubscribe(pos, (SqlIdentifier) o[0], (SqlNodeList) o[1]));

  private final SqlIdentifier name;
  private final SqlNodeList options;

  public SqlSubscribe(SqlParserPos pos, SqlIdentifier name, SqlNodeList options) {
    super(pos);
    this.name = name;
    this.options = options;
    for (Map.Entry<String, String> option : optionMap().entrySet()) {
      check(option.getKey(), option.getValue());
    }
  }

  private void check(String key, String value) {
    SourcePosition position = optionPosition(key).orElse(null);
    if (!key.equals(SNAPSHOT)) {
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          position,
          "unknown option '" + key + "' of SUBSCRIBE: it has only SNAPSHOT",
          null);
    }
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          position,
          "SNAPSHOT must be TRUE or FALSE, not '" + value + "'",
          null);
    }
  }

  @Override
  public SqlIdentifier name() {
    return name;
  }

  @Override
  public SqlNodeList options() {
    return options;
  }

  /** Whether the content at the start comes before the changes; true unless said otherwise. */
  public boolean snapshot() {
    return Boolean.parseBoolean(optionMap().getOrDefault(SNAPSHOT, "true"));
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(name, options);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("SUBSCRIBE TO");
    name.unparse(writer, 0, 0);
    Unparse.options(writer, options);
  }
}
