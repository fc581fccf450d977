package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code SAVEPOINT 'name'} as a time: {@code FOR SYSTEM_TIME AS OF SAVEPOINT 'name'}. */
public final class SqlSavepointTime extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator("SAVEPOINT", SqlKind.OTHER, (pos, o) -> new SqlSavepointTime(pos, o[0]));

  private final SqlNode name;

  public SqlSavepointTime(SqlParserPos pos, SqlNode name) {
    super(pos);
    this.name = name;
  }

  /** The name as a literal, never null. */
  public SqlNode name() {
    return name;
  }

  /** The text of {@link #name}. */
  public String savepoint() {
    return SqlOption.text(name);
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
    writer.keyword("SAVEPOINT");
    name.unparse(writer, 0, 0);
  }
}
