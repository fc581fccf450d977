package io.millrace.parser.ddl;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code CREATE SOURCE}: a stream that is read from a connector and not stored. */
public final class SqlCreateSource extends SqlCreateRelation {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "CREATE SOURCE",
          SqlKind.OTHER_DDL,
          (pos, o) ->
              new SqlCreateSource(
                  pos,
                  NodeOperator.isSet(o[0]),
                  (SqlIdentifier) o[1],
                  (SqlNodeList) o[2],
                  (SqlNodeList) o[3]));

  public SqlCreateSource(
      SqlParserPos pos,
      boolean ifNotExists,
      SqlIdentifier name,
      SqlNodeList elements,
      SqlNodeList options) {
    super(OPERATOR, pos, ifNotExists, name, elements, options);
  }
}
