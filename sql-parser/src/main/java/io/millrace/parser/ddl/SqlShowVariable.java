package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code SHOW name} or {@code SHOW ALL}: settings of the session. */
public final class SqlShowVariable extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "SHOW VARIABLE",
          SqlKind.OTHER,
          (pos, o) -> new SqlShowVariable(pos, (SqlIdentifier) o[0]));

  private final SqlIdentifier name;

  /** The name is null for ALL. */
  public SqlShowVariable(SqlParserPos pos, SqlIdentifier name) {
    super(pos);
    this.name = name;
  }

  /** The setting, or null for all of them. */
  public SqlIdentifier name() {
    return name;
  }

  /** The setting's name with dots between its parts, or null for all settings. */
  public String nameText() {
    return name == null ? null : String.join(".", name.names);
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("SHOW");
    if (name == null) {
      writer.keyword("ALL");
    } else {
      name.unparse(writer, 0, 0);
    }
  }
}
