package io.millrace.parser.ddl;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

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
                  o[4]));

  public SqlCreateMaterializedView(
      SqlParserPos pos,
      boolean ifNotExists,
      SqlIdentifier name,
      SqlNodeList columnNames,
      SqlNodeList options,
      SqlNode query) {
    super(OPERATOR, pos, ifNotExists, name, columnNames, options, query);
  }
}
