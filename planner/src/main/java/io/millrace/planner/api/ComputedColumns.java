package io.millrace.planner.api;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.plan.ComputedColumn;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.parser.ddl.SqlColumn;
import io.millrace.planner.convert.ScalarValidator;
import io.millrace.planner.translate.ExpressionGenerator;
import io.millrace.planner.type.MillraceTypeFactory;
import io.millrace.planner.type.TypeConverter;
import io.millrace.planner.validate.Positions;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;

/**
 * The columns of a source that are computed.
 *
 * @param rowType all columns of the source
 * @param columns those that are computed, in their order
 */
record ComputedColumns(RowType rowType, List<ComputedColumn> columns) {
  private static final DataType READ_TIME = DataType.of(TypeKind.TIMESTAMP).notNull();

  /**
   * @param declared all columns
   * @param read those that are not computed
   */
  static ComputedColumns of(List<SqlColumn> declared, RowType read, ScalarValidator validator) {
    if (read.size() == 0) {
      throw Positions.error(
          ErrorCode.INVALID_STATEMENT,
          declared.get(0),
          "a source needs a column that its connector reads, and all of these are computed");
    }
    List<Column> all = new ArrayList<>();
    List<ComputedColumn> computed = new ArrayList<>();
    for (SqlColumn column : declared) {
      String name = column.name().getSimple();
      SqlNode computation = column.computation();
      if (computation == null) {
        all.add(read.column(read.indexOf(name)));
      } else if (isReadTime(computation)) {
        computed.add(new ComputedColumn(all.size(), null));
        all.add(new Column(name, READ_TIME));
      } else {
        RexNode expression = validator.computedColumn(computation, read);
        DataType type = type(name, computation, expression);
        computed.add(
            new ComputedColumn(
                all.size(),
                new ExpressionGenerator(new MillraceTypeFactory())
                    .generate(expression, read, type)));
        all.add(new Column(name, type));
      }
    }
    return new ComputedColumns(new RowType(all), computed);
  }

  /** Whether it is PROCTIME(), a function only here. */
  private static boolean isReadTime(SqlNode computation) {
    return computation instanceof SqlCall call
        && call.getOperator().getName().equalsIgnoreCase("PROCTIME")
        && call.operandCount() == 0;
  }

  private static DataType type(String name, SqlNode computation, RexNode expression) {
    return TypeConverter.toDataType(expression.getType())
        .orElseThrow(
            () ->
                Positions.error(
                    ErrorCode.TYPE_MISMATCH,
                    computation,
                    "column '"
                        + name
                        + "' would be "
                        + expression.getType()
                        + ", which no column can be; CAST it"));
  }
}
