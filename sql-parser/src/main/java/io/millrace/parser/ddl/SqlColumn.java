package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** A column of CREATE SOURCE or CREATE TABLE. */
public final class SqlColumn extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "COLUMN",
          SqlKind.COLUMN_DECL,
          (pos, o) ->
              new SqlColumn(
                  pos,
                  (SqlIdentifier) o[0],
                  ((SqlDataTypeSpec) o[1]).withNullable(nullability(o[2], o[3])),
                  o[4],
                  NodeOperator.isSet(o[5])));

  private final SqlIdentifier name;
  private final SqlDataTypeSpec type;
  private final SqlNode defaultValue;
  private final boolean primaryKey;

  /**
   * @param type its nullability is null where the column says neither NULL nor NOT NULL
   * @param defaultValue an expression, or null
   */
  public SqlColumn(
      SqlParserPos pos,
      SqlIdentifier name,
      SqlDataTypeSpec type,
      SqlNode defaultValue,
      boolean primaryKey) {
    super(pos);
    this.name = name;
    this.type = type;
    this.defaultValue = defaultValue;
    this.primaryKey = primaryKey;
  }

  /** Lets a column say once whether it is nullable, and refuses the second time. */
  public static Boolean once(Boolean before, boolean nullable, SqlParserPos pos) {
    if (before != null) {
      throw SqlSyntaxRefusal.invalid(pos, "NULL or NOT NULL is given twice for one column");
    }
    return nullable;
  }

  private static Boolean nullability(SqlNode declared, SqlNode nullable) {
    return NodeOperator.isSet(declared) ? (Boolean) NodeOperator.isSet(nullable) : null;
  }

  public SqlIdentifier name() {
    return name;
  }

  /** The type as written; a column of a primary key may still say nothing about NULL. */
  public SqlDataTypeSpec type() {
    return type;
  }

  /** TRUE for NULL, FALSE for NOT NULL, null where the column does not say. */
  public Boolean declaredNullable() {
    return type.getNullable();
  }

  /** The expression after DEFAULT, or null. */
  public SqlNode defaultValue() {
    return defaultValue;
  }

  /** Whether PRIMARY KEY stands in the column itself. */
  public boolean isPrimaryKey() {
    return primaryKey;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    Boolean nullable = type.getNullable();
    return ImmutableNullableList.of(
        name,
        type,
        NodeOperator.flag(nullable != null),
        NodeOperator.flag(nullable != null && nullable),
        defaultValue,
        NodeOperator.flag(primaryKey));
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    name.unparse(writer, 0, 0);
    type.unparse(writer, 0, 0);
    if (type.getNullable() != null) {
      writer.keyword(type.getNullable() ? "NULL" : "NOT NULL");
    }
    if (primaryKey) {
      writer.keyword("PRIMARY KEY");
    }
    if (defaultValue != null) {
      writer.keyword("DEFAULT");
      defaultValue.unparse(writer, 0, 0);
    }
  }
}
