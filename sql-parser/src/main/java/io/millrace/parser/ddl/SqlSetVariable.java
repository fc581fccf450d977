package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlAlter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/**
 * {@code SET name = value} and {@code RESET name}: settings of the session; after {@code ALTER
 * SYSTEM} those of the database.
 */
public final class SqlSetVariable extends SqlAlter {
  private static final String SYSTEM = "SYSTEM";

  private static final SqlOperator OPERATOR = operator(null);
  private static final SqlOperator SYSTEM_OPERATOR = operator(SYSTEM);

  private final SqlIdentifier name;
  private final SqlNode value;

  private static SqlOperator operator(String scope) {
    return new NodeOperator(
        "SET",
        SqlKind.SET_OPTION,
        (pos, o) -> new SqlSetVariable(pos, scope, (SqlIdentifier) o[0], o[1]));
  }

  /**
   * @param scope {@code SYSTEM} for the database's, else null
   * @param name null for RESET ALL
   * @param value a literal or a word; null for RESET
   */
  public SqlSetVariable(SqlParserPos pos, String scope, SqlIdentifier name, SqlNode value) {
    super(pos, scope);
    this.name = name;
    this.value = value;
  }

  /** The setting, or null for all of them (RESET ALL). */
  public SqlIdentifier name() {
    return name;
  }

  /** The setting's name with dots between its parts, or null for all settings. */
  public String nameText() {
    return name == null ? null : String.join(".", name.names);
  }

  /** The value, or null where the setting goes back to its default. */
  public SqlNode value() {
    return value;
  }

  /** The value as text without quotes, or null where the setting goes back to its default. */
  public String valueText() {
    return value == null ? null : SqlOption.text(value);
  }

  /** Whether it is about the database and not about the session. */
  public boolean isSystem() {
    return SYSTEM.equals(getScope());
  }

  public boolean isReset() {
    return value == null;
  }

  @Override
  public SqlOperator getOperator() {
    return isSystem() ? SYSTEM_OPERATOR : OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(name, value);
  }

  @Override
  protected void unparseAlterOperation(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(isReset() ? "RESET" : "SET");
    if (name == null) {
      writer.keyword("ALL");
    } else {
      name.unparse(writer, 0, 0);
    }
    if (!isReset()) {
      writer.keyword("=");
      value.unparse(writer, 0, 0);
    }
  }
}
