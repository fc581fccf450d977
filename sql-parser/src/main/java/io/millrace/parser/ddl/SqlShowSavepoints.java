package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code SHOW SAVEPOINTS [LIKE pattern]}. */
public final class SqlShowSavepoints extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "SHOW SAVEPOINTS", SqlKind.OTHER, (pos, o) -> new SqlShowSavepoints(pos, o[0]));

  private final SqlNode like;

  /** The pattern may be null. */
  public SqlShowSavepoints(SqlParserPos pos, SqlNode like) {
    super(pos);
    this.like = like;
  }

  /** The text of the pattern after LIKE, or null to show all. */
  public String likePattern() {
    return like == null ? null : SqlOption.text(like);
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(like);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("SHOW SAVEPOINTS");
    if (like != null) {
      writer.keyword("LIKE");
      like.unparse(writer, 0, 0);
    }
  }
}
