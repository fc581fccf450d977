package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code CHECKPOINT}: take a checkpoint now. */
public final class SqlCheckpoint extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator("CHECKPOINT", SqlKind.OTHER, (pos, o) -> new SqlCheckpoint(pos));

  public SqlCheckpoint(SqlParserPos pos) {
    super(pos);
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.copyOf(List.of());
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("CHECKPOINT");
  }
}
