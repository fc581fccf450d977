package io.millrace.parser.ddl;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** One {@code 'key' = 'value'} of a WITH clause. */
public final class SqlOption extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator("OPTION", SqlKind.OTHER, (pos, o) -> new SqlOption(pos, o[0], o[1]));

  private final SqlNode key;
  private final SqlNode value;

  /**
   * @param key a string or an identifier
   * @param value a string, number, boolean, or a bare word
   */
  public SqlOption(SqlParserPos pos, SqlNode key, SqlNode value) {
    super(pos);
    this.key = key;
    this.value = value;
  }

  /** Returns the list unchanged if no key occurs twice, and refuses it otherwise. */
  public static SqlNodeList distinct(SqlNodeList options) {
    Set<String> keys = new HashSet<>();
    for (SqlNode option : options) {
      String key = ((SqlOption) option).key();
      if (!keys.add(key)) {
        throw SqlSyntaxRefusal.invalid(
            option.getParserPosition(), "option '" + key + "' is given twice");
      }
    }
    return options;
  }

  public String key() {
    return text(key);
  }

  /** The value as text: what stands between the quotes, or the number or word itself. */
  public String value() {
    return text(value);
  }

  /** The text of a literal or identifier, without quotes. */
  static String text(SqlNode node) {
    if (node instanceof SqlIdentifier identifier) {
      return String.join(".", identifier.names);
    }
    SqlLiteral literal = (SqlLiteral) node;
    return switch (literal.getTypeName()) {
      case BOOLEAN -> Boolean.toString(literal.booleanValue());
      case NULL -> "null";
      default -> literal.toValue();
    };
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(key, value);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    key.unparse(writer, 0, 0);
    writer.keyword("=");
    value.unparse(writer, 0, 0);
  }
}
