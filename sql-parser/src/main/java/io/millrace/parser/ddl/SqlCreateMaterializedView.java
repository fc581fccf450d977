package io.millrace.parser.ddl;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code CREATE MATERIALIZED VIEW}: a query whose answer is kept up to date. */
public final class SqlCreateMaterializedView extends SqlCreateQueryView {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "CREATE MATERIALIZED VIEW",
          SqlKind.CREATE_MATERIALIZED_VIEW,
          (pos, o) ->
              new SqlCreateMaterializedView(
                  pos,
                  NodeOperator.isSet(o[0]),
                  (SqlIdentifier) o[1],
                  (SqlNodeList) o[2],
                  (SqlNodeList) o[3],
                  o[4],
                  o[5]));

  private final SqlNode emitOnWindowClose;

  /**
   * @param emitOnWindowClose the clause {@code EMIT ON WINDOW CLOSE}, or null
   */
  public SqlCreateMaterializedView(
      SqlParserPos pos,
      boolean ifNotExists,
      SqlIdentifier name,
      SqlNodeList columnNames,
      SqlNodeList options,
      SqlNode query,
      SqlNode emitOnWindowClose) {
    super(OPERATOR, pos, ifNotExists, name, columnNames, options, query);
    this.emitOnWindowClose = emitOnWindowClose;
  }

  /** The clause {@code EMIT ON WINDOW CLOSE}, for its place, or null. */
  public SqlNode emitOnWindowClose() {
    return emitOnWindowClose;
  }

  @Override
  public List<SqlNode> getOperandList() {
    List<SqlNode> operands = new ArrayList<>(super.getOperandList());
    operands.add(emitOnWindowClose);
    return ImmutableNullableList.copyOf(operands);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    super.unparse(writer, leftPrec, rightPrec);
    Unparse.emit(writer, emitOnWindowClose);
  }
}
