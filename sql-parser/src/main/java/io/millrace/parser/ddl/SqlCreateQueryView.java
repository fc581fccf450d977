package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** What CREATE VIEW and CREATE MATERIALIZED VIEW have in common: a named query. */
public abstract sealed class SqlCreateQueryView extends SqlCreate
    implements NamedStatement, OptionsStatement permits SqlCreateView, SqlCreateMaterializedView {

  private final SqlIdentifier name;
  private final SqlNodeList columnNames;
  private final SqlNodeList options;
  private final SqlNode query;

  /**
   * @param columnNames simple identifiers that rename the query's columns, or null
   * @param options {@link SqlOption} nodes
   */
  protected SqlCreateQueryView(
      SqlOperator operator,
      SqlParserPos pos,
      boolean ifNotExists,
      SqlIdentifier name,
      SqlNodeList columnNames,
      SqlNodeList options,
      SqlNode query) {
    super(operator, pos, false, ifNotExists);
    this.name = name;
    this.columnNames = columnNames;
    this.options = options;
    this.query = query;
  }

  @Override
  public final SqlIdentifier name() {
    return name;
  }

  public final boolean ifNotExists() {
    return ifNotExists;
  }

  /** Names for the query's columns, or null where the query names them itself. */
  public final SqlNodeList columnNames() {
    return columnNames;
  }

  @Override
  public final SqlNodeList options() {
    return options;
  }

  public final SqlNode query() {
    return query;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(
        NodeOperator.flag(ifNotExists), name, columnNames, options, query);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(getOperator().getName());
    Unparse.ifNotExists(writer, ifNotExists);
    name.unparse(writer, 0, 0);
    if (columnNames != null) {
      Unparse.list(writer, columnNames);
    }
    Unparse.options(writer, options);
    writer.keyword("AS");
    writer.newlineAndIndent();
    query.unparse(writer, 0, 0);
  }
}
