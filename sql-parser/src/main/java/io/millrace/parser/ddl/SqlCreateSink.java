package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code CREATE SINK}: writes the changes of a relation or of a query to a connector. */
public final class SqlCreateSink extends SqlCreate implements NamedStatement, OptionsStatement {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "CREATE SINK",
          SqlKind.OTHER_DDL,
          (pos, o) ->
              new SqlCreateSink(
                  pos,
                  NodeOperator.isSet(o[0]),
                  (SqlIdentifier) o[1],
                  (SqlIdentifier) o[2],
                  (SqlNodeList) o[3],
                  o[4],
                  o[5]));

  private final SqlIdentifier name;
  private final SqlIdentifier from;
  private final SqlNodeList options;
  private final SqlNode query;
  private final SqlNode emitOnWindowClose;

  /**
   * Exactly one of {@code from} and {@code query} is not null.
   *
   * @param emitOnWindowClose the clause {@code EMIT ON WINDOW CLOSE} of a query, or null
   */
  public SqlCreateSink(
      SqlParserPos pos,
      boolean ifNotExists,
      SqlIdentifier name,
      SqlIdentifier from,
      SqlNodeList options,
      SqlNode query,
      SqlNode emitOnWindowClose) {
    super(OPERATOR, pos, false, ifNotExists);
    this.name = name;
    this.from = from;
    this.options = options;
    this.query = query;
    this.emitOnWindowClose = emitOnWindowClose;
  }

  @Override
  public SqlIdentifier name() {
    return name;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  /** The relation to write, or null if {@link #query} says what to write. */
  public SqlIdentifier from() {
    return from;
  }

  @Override
  public SqlNodeList options() {
    return options;
  }

  /** The query to write, or null if {@link #from} names a relation. */
  public SqlNode query() {
    return query;
  }

  /** The clause {@code EMIT ON WINDOW CLOSE}, for its place, or null. */
  public SqlNode emitOnWindowClose() {
    return emitOnWindowClose;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(
        NodeOperator.flag(ifNotExists), name, from, options, query, emitOnWindowClose);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("CREATE SINK");
    Unparse.ifNotExists(writer, ifNotExists);
    name.unparse(writer, 0, 0);
    if (from != null) {
      writer.keyword("FROM");
      from.unparse(writer, 0, 0);
    }
    Unparse.options(writer, options);
    if (query != null) {
      writer.keyword("AS");
      writer.newlineAndIndent();
      query.unparse(writer, 0, 0);
      Unparse.emit(writer, emitOnWindowClose);
    }
  }
}
