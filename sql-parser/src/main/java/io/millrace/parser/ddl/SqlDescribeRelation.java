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

/** {@code DESCRIBE [EXTENDED] name}. */
public final class SqlDescribeRelation extends SqlCall implements NamedStatement {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "DESCRIBE",
          SqlKind.DESCRIBE_TABLE,
          (pos, o) -> new SqlDescribeRelation(pos, (SqlIdentifier) o[0], NodeOperator.isSet(o[1])));

  private final SqlIdentifier name;
  private final boolean extended;

  public SqlDescribeRelation(SqlParserPos pos, SqlIdentifier name, boolean extended) {
    super(pos);
    this.name = name;
    this.extended = extended;
  }

  @Override
  public SqlIdentifier name() {
    return name;
  }

  /** Whether more than the columns is wanted: key, watermark, options, definition. */
  public boolean isExtended() {
    return extended;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(name, NodeOperator.flag(extended));
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(extended ? "DESCRIBE EXTENDED" : "DESCRIBE");
    name.unparse(writer, 0, 0);
  }
}
