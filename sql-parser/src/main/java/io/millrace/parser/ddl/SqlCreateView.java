package io.millrace.parser.ddl;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code CREATE VIEW}: a name for a query that is computed where it is used. */
public final class SqlCreateView extends SqlCreateQueryView {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "CREATE VIEW",
          SqlKind.CREATE_VIEW,
          (pos, o) ->
              new SqlCreateView(
                  pos,
                  NodeOperator.isSet(o[0]),
                  (SqlIdentifier) o[1],
                  (SqlNodeList) o[2],
                  (SqlNodeList) o[3],
                  o[4]));

  public SqlCreateView(
      SqlParserPos pos,
      boolean ifNotExists,
      SqlIdentifier name,
      SqlNodeList columnNames,
      SqlNodeList options,
      SqlNode query) {
    super(OPERATOR, pos, ifNotExists, name, columnNames, options, query);
  }
}
