package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code [CONSTRAINT name] PRIMARY KEY (columns)} among the columns of a source or table. */
public final class SqlPrimaryKey extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "PRIMARY KEY",
          SqlKind.PRIMARY_KEY,
          (pos, o) -> new SqlPrimaryKey(pos, (SqlIdentifier) o[0], (SqlNodeList) o[1]));

  private final SqlIdentifier constraintName;
  private final SqlNodeList columns;

  /**
   * @param constraintName or null
   * @param columns simple identifiers, at least one
   */
  public SqlPrimaryKey(SqlParserPos pos, SqlIdentifier constraintName, SqlNodeList columns) {
    super(pos);
    this.constraintName = constraintName;
    this.columns = columns;
  }

  /** The name after CONSTRAINT, or null. */
  public SqlIdentifier constraintName() {
    return constraintName;
  }

  /** Simple identifiers, at least one. */
  public SqlNodeList columns() {
    return columns;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(constraintName, columns);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    if (constraintName != null) {
      writer.keyword("CONSTRAINT");
      constraintName.unparse(writer, 0, 0);
    }
    writer.keyword("PRIMARY KEY");
    Unparse.list(writer, columns);
  }
}
