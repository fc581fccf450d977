package io.millrace.parser.ddl;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;

/** {@code EXPLAIN [LOGICAL | PHYSICAL] [PLAN FOR] statement}, or the plan of an existing view. */
public final class SqlExplainPlan extends SqlCall {
  private static final SqlOperator OPERATOR =
      new NodeOperator(
          "EXPLAIN",
          SqlKind.EXPLAIN,
          (pos, o) ->
              new SqlExplainPlan(pos, ((SqlLiteral) o[0]).getValueAs(ExplainLevel.class), o[1]));

  private final ExplainLevel level;
  private final SqlNode target;

  /** The target is a statement, or the name of a materialized view. */
  public SqlExplainPlan(SqlParserPos pos, ExplainLevel level, SqlNode target) {
    super(pos);
    this.level = level;
    this.target = target;
  }

  public ExplainLevel level() {
    return level;
  }

  /** The statement to explain, or null if {@link #view} names what to explain. */
  public SqlNode statement() {
    return target instanceof SqlIdentifier ? null : target;
  }

  /** The materialized view to explain, or null if {@link #statement} is there. */
  public SqlIdentifier view() {
    return target instanceof SqlIdentifier name ? name : null;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return ImmutableNullableList.of(SqlLiteral.createSymbol(level, SqlParserPos.ZERO), target);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("EXPLAIN");
    if (level != ExplainLevel.ALL) {
      writer.keyword(level.name());
    }
    if (target instanceof SqlIdentifier) {
      writer.keyword("MATERIALIZED VIEW");
    } else {
      writer.keyword("PLAN FOR");
      writer.newlineAndIndent();
    }
    target.unparse(writer, 0, 0);
  }
}
