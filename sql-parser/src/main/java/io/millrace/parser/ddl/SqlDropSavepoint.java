package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlDrop;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code DROP SAVEPOINT [IF EXISTS] 'name'}. */
public final class SqlDropSavepoint extends SqlDrop {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "DROP SAVEPOINT",
          SqlKind.OTHER_DDL,
          (pos, o) -> new SqlDropSavepoint(pos, NodeOperator.isSet(o[0]), o[1]));

  private final SqlNode name;

  public SqlDropSavepoint(SqlParserPos pos, boolean ifExists, SqlNode name) {
    super(OPERATOR, pos, ifExists);
    this.name = name;
  }

  public boolean ifExists() {
    return ifExists;
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
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(NodeOperator.flag(ifExists), name);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("DROP SAVEPOINT");
    if (ifExists) {
      writer.keyword("IF EXISTS");
    }
    name.unparse(writer, 0, 0);
  }
}
