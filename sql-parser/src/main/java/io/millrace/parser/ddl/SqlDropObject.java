package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlDrop;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code DROP kind [IF EXISTS] name [CASCADE]}. */
public final class SqlDropObject extends SqlDrop implements NamedStatement {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "DROP",
          SqlKind.OTHER_DDL,
          (pos, o) ->
              new SqlDropObject(
                  pos,
                  ((SqlLiteral) o[0]).getValueAs(ObjectKind.class),
                  NodeOperator.isSet(o[1]),
                  (SqlIdentifier) o[2],
                  NodeOperator.isSet(o[3])));

  private final ObjectKind kind;
  private final SqlIdentifier name;
  private final boolean cascade;

  public SqlDropObject(
      SqlParserPos pos, ObjectKind kind, boolean ifExists, SqlIdentifier name, boolean cascade) {
    super(OPERATOR, pos, ifExists);
    this.kind = kind;
    this.name = name;
    this.cascade = cascade;
  }

  public ObjectKind kind() {
    return kind;
  }

  public boolean ifExists() {
    return ifExists;
  }

  @Override
  public SqlIdentifier name() {
    return name;
  }

  /** Whether what depends on the object goes too; otherwise the drop is refused. */
  public boolean cascade() {
    return cascade;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(
        SqlLiteral.createSymbol(kind, SqlParserPos.ZERO),
        NodeOperator.flag(ifExists),
        name,
        NodeOperator.flag(cascade));
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("DROP " + kind.words());
    if (ifExists) {
      writer.keyword("IF EXISTS");
    }
    name.unparse(writer, 0, 0);
    if (cascade) {
      writer.keyword("CASCADE");
    }
  }
}
