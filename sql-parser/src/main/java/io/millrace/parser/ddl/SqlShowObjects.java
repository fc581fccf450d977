package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code SHOW kinds [LIKE pattern]}. */
public final class SqlShowObjects extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "SHOW OBJECTS",
          SqlKind.OTHER,
          (pos, o) ->
              new SqlShowObjects(pos, ((SqlLiteral) o[0]).getValueAs(ObjectKind.class), o[1]));

  private final ObjectKind kind;
  private final SqlNode like;

  /** The pattern may be null. */
  public SqlShowObjects(SqlParserPos pos, ObjectKind kind, SqlNode like) {
    super(pos);
    this.kind = kind;
    this.like = like;
  }

  public ObjectKind kind() {
    return kind;
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
    return ImmutableNullableList.of(SqlLiteral.createSymbol(kind, SqlParserPos.ZERO), like);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("SHOW " + kind.plural());
    if (like != null) {
      writer.keyword("LIKE");
      like.unparse(writer, 0, 0);
    }
  }
}
