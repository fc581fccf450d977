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

/** {@code WATERMARK FOR column AS expression}. */
public final class SqlWatermark extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "WATERMARK",
          SqlKind.OTHER,
          (pos, o) -> new SqlWatermark(pos, (SqlIdentifier) o[0], o[1]));

  private final SqlIdentifier column;
  private final SqlNode expression;

  public SqlWatermark(SqlParserPos pos, SqlIdentifier column, SqlNode expression) {
    super(pos);
    this.column = column;
    this.expression = expression;
  }

  /** The event-time column, a simple identifier. */
  public SqlIdentifier column() {
    return column;
  }

  /** The watermark that a row stands for, over the columns of the same row. */
  public SqlNode expression() {
    return expression;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(column, expression);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("WATERMARK FOR");
    column.unparse(writer, 0, 0);
    writer.keyword("AS");
    expression.unparse(writer, 0, 0);
  }
}
