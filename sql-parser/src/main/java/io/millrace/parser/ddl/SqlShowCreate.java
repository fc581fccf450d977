package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code SHOW CREATE [kind] name}: the statement that made an object. */
public final class SqlShowCreate extends SqlCall implements NamedStatement {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "SHOW CREATE",
          SqlKind.OTHER,
          (pos, o) ->
              new SqlShowCreate(
                  pos,
                  o[0] == null ? null : ((SqlLiteral) o[0]).getValueAs(ObjectKind.class),
                  (SqlIdentifier) o[1]));

  private final ObjectKind kind;
  private final SqlIdentifier name;

  /** The kind may be null. */
  public SqlShowCreate(SqlParserPos pos, ObjectKind kind, SqlIdentifier name) {
    super(pos);
    this.kind = kind;
    this.name = name;
  }

  /** The kind that the object must be of, or null if the statement does not say. */
  public ObjectKind kind() {
    return kind;
  }

  @Override
  public SqlIdentifier name() {
    return name;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(
        kind == null ? null : SqlLiteral.createSymbol(kind, SqlParserPos.ZERO), name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(kind == null ? "SHOW CREATE" : "SHOW CREATE " + kind.words());
    name.unparse(writer, 0, 0);
  }
}
