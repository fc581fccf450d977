package io.millrace.parser.ddl;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code CREATE TABLE}: rows that are stored; changed by statements, or fed by the connector of its
 * options.
 */
public final class SqlCreateTable extends SqlCreateRelation {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "CREATE TABLE",
          SqlKind.CREATE_TABLE,
          (pos, o) ->
              new SqlCreateTable(
                  pos,
                  NodeOperator.isSet(o[0]),
                  (SqlIdentifier) o[1],
                  (SqlNodeList) o[2],
                  (SqlNodeList) o[3]));

  public SqlCreateTable(
      SqlParserPos pos,
      boolean ifNotExists,
      SqlIdentifier name,
      SqlNodeList elements,
      SqlNodeList options) {
    super(OPERATOR, pos, ifNotExists, name, elements, options);
  }
}
