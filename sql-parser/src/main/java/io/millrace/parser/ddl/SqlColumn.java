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

/**
 * A column of CREATE SOURCE or CREATE TABLE: {@code name type …}, or computed of the others, {@code
 * name AS expression}.
 */
public final class SqlColumn extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "COLUMN",
          SqlKind.COLUMN_DECL,
          (pos, o) ->
              o[1] == null
                  ? computed(pos, (SqlIdentifier) o[0], o[6])
                  : new SqlColumn(
                      pos,
                      (SqlIdentifier) o[0],
                      ((SqlDataTypeSpec) o[1]).withNullable(nullability(o[2], o[3])),
                      o[4],
                      NodeOperator.isSet(o[5])));

  private final SqlIdentifier name;
  private final SqlDataTypeSpec type;
  private final SqlNode defaultValue;
  private final boolean primaryKey;
  private final SqlNode computation;

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
    this(pos, name, type, defaultValue, primaryKey, null);
  }

  private SqlColumn(
      SqlParserPos pos,
      SqlIdentifier name,
      SqlDataTypeSpec type,
      SqlNode defaultValue,
      boolean primaryKey,
      SqlNode computation) {
    super(pos);
    this.name = name;
    this.type = type;
    this.defaultValue = defaultValue;
    this.primaryKey = primaryKey;
    this.computation = computation;
  }

  /** A column whose values are computed. */
  public static SqlColumn computed(SqlParserPos pos, SqlIdentifier name, SqlNode expression) {
    return new SqlColumn(pos, name, null, null, false, expression);
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

  /**
   * The type as written, null for a computed column; a column of a primary key may still say
   * nothing about NULL.
   */
  public SqlDataTypeSpec type() {
    return type;
  }

  /** TRUE for NULL, FALSE for NOT NULL, null where the column does not say. */
  public Boolean declaredNullable() {
    return type == null ? null : type.getNullable();
  }

  /** What the column's values are computed by; null for a column that is read. */
  public SqlNode computation() {
    return computation;
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
    Boolean nullable = declaredNullable();
    return ImmutableNullableList.of(
        name,
        type,
        NodeOperator.flag(nullable != null),
        NodeOperator.flag(nullable != null && nullable),
        defaultValue,
        NodeOperator.flag(primaryKey),
        computation);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    name.unparse(writer, 0, 0);
    if (computation != null) {
      writer.keyword("AS");
      computation.unparse(writer, 0, 0);
      return;
    }
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
