package io.millrace.parser.ddl;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** What CREATE SOURCE and CREATE TABLE have in common: declared columns, a key, a watermark. */
public abstract sealed class SqlCreateRelation extends SqlCreate
    implements NamedStatement, OptionsStatement permits SqlCreateSource, SqlCreateTable {

  private final SqlIdentifier name;
  private final SqlNodeList elements;
  private final SqlNodeList options;

  /**
   * @param elements {@link SqlColumn}, {@link SqlPrimaryKey} and {@link SqlWatermark} nodes as
   *     written; at least one column, at most one primary key and one watermark
   * @param options {@link SqlOption} nodes
   */
  protected SqlCreateRelation(
      SqlOperator operator,
      SqlParserPos pos,
      boolean ifNotExists,
      SqlIdentifier name,
      SqlNodeList elements,
      SqlNodeList options) {
    super(operator, pos, false, ifNotExists);
    this.name = name;
    this.elements = elements;
    this.options = options;
    checkElements();
  }

  private void checkElements() {
    if (columns().isEmpty()) {
      throw SqlSyntaxRefusal.invalid(
          elements.getParserPosition(), "at least one column is expected");
    }
    boolean key = false;
    boolean watermark = false;
    for (SqlNode element : elements) {
      if (element instanceof SqlPrimaryKey
          || (element instanceof SqlColumn column && column.isPrimaryKey())) {
        if (key) {
          throw SqlSyntaxRefusal.invalid(
              element.getParserPosition(),
              "a second primary key: for a key of several columns write PRIMARY KEY (a, b) once");
        }
        key = true;
      } else if (element instanceof SqlWatermark) {
        if (watermark) {
          throw SqlSyntaxRefusal.invalid(
              element.getParserPosition(), "a second WATERMARK: there can be only one");
        }
        watermark = true;
      }
    }
  }

  @Override
  public final SqlIdentifier name() {
    return name;
  }

  public final boolean ifNotExists() {
    return ifNotExists;
  }

  /** The columns in their order; never empty. */
  public final List<SqlColumn> columns() {
    return elementsOf(SqlColumn.class);
  }

  /** The columns of the primary key, wherever it is declared; empty if there is no key. */
  public final List<SqlIdentifier> primaryKey() {
    for (SqlNode element : elements) {
      if (element instanceof SqlColumn column && column.isPrimaryKey()) {
        return ImmutableList.of(column.name());
      }
      if (element instanceof SqlPrimaryKey key) {
        return key.columns().stream()
            .map(SqlIdentifier.class::cast)
            .collect(ImmutableList.toImmutableList());
      }
    }
    return ImmutableList.of();
  }

  public final Optional<SqlWatermark> watermark() {
    return elementsOf(SqlWatermark.class).stream().findFirst();
  }

  @Override
  public final SqlNodeList options() {
    return options;
  }

  private <T extends SqlNode> List<T> elementsOf(Class<T> kind) {
    return elements.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .collect(ImmutableList.toImmutableList());
  }

  @Override
  public final List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(NodeOperator.flag(ifNotExists), name, elements, options);
  }

  @Override
  public final void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(getOperator().getName());
    Unparse.ifNotExists(writer, ifNotExists);
    name.unparse(writer, 0, 0);
    Unparse.list(writer, elements);
    Unparse.options(writer, options);
  }
}
