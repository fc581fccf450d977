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

/** {@code SHOW COLUMNS FROM name [LIKE pattern]}. */
public final class SqlShowColumns extends SqlCall implements NamedStatement {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "SHOW COLUMNS",
          SqlKind.OTHER,
          (pos, o) -> new SqlShowColumns(pos, (SqlIdentifier) o[0], o[1]));

  private final SqlIdentifier name;
  private final SqlNode like;

  /** The pattern may be null. */
  public SqlShowColumns(SqlParserPos pos, SqlIdentifier name, SqlNode like) {
    super(pos);
    this.name = name;
    this.like = like;
  }

  @Override
  public SqlIdentifier name() {
    return name;
  }

  /** The pattern after LIKE, or null to show all. */
  public SqlNode like() {
    return like;
  }

  /** The text of {@link #like}, or null. */
  public String likePattern() {
    return like == null ? null : SqlOption.text(like);
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(name, like);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("SHOW COLUMNS FROM");
    name.unparse(writer, 0, 0);
    if (like != null) {
      writer.keyword("LIKE");
      like.unparse(writer, 0, 0);
    }
  }
}
