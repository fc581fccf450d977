package io.millrace.planner.convert;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.catalog.CatalogSchema;
import io.millrace.planner.catalog.CatalogTable;
import io.millrace.planner.context.PlanningContext;
import io.millrace.planner.type.TypeConverter;
import io.millrace.planner.validate.ContinuousQueryCheck;
import io.millrace.planner.validate.Positions;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;

/**
 * Validates single expressions: defaults, and what is computed of the columns of a source's row.
 */
public final class ScalarValidator {
  private static final String ROW = "row";

  /** For the types of declared columns. */
  public SqlValidator validator() {
    return converter(new RowType(List.of())).validator();
  }

  /** A default is a constant, or a function of the time at which a row is inserted. */
  public void checkDefault(SqlNode expression, Column column) {
    PlanningContext context = new PlanningContext();
    RelDataType type = typeOf(expression);
    RelDataType wanted = TypeConverter.toRelDataType(column.type(), context.typeFactory());
    if (!SqlTypeUtil.canAssignFrom(wanted, type)) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH,
          expression,
          "the default of '"
              + column.name()
              + "' is "
              + type
              + ", and the column is "
              + column.type().withNullable(true));
    }
  }

  /**
   * A watermark is a time that is computed from the row.
   *
   * @return the expression over the columns of the row
   */
  public RexNode watermark(SqlNode expression, RowType rowType) {
    RexNode watermark = ofRow(expression, rowType, "a watermark");
    boolean isTimestamp =
        TypeConverter.toDataType(watermark.getType())
            .map(DataType::kind)
            .filter(kind -> kind == TypeKind.TIMESTAMP)
            .isPresent();
    if (!isTimestamp) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH,
          expression,
          "a watermark is a TIMESTAMP, and this is " + watermark.getType());
    }
    return watermark;
  }

  /**
   * A computed column has a value for each row, which is the same whenever it is computed.
   *
   * @param rowType of the columns that are not computed
   * @return the expression over these columns
   */
  public RexNode computedColumn(SqlNode expression, RowType rowType) {
    String what = "a computed column";
    ContinuousQueryCheck.check(expression, what);
    return ofRow(expression, rowType, what);
  }

  private static RexNode ofRow(SqlNode expression, RowType rowType, String what) {
    QueryConverter converter = converter(rowType);
    QueryConverter.Validated validated = converter.validate(selection(expression, ROW));
    RelDataType type = validated.rowType().getFieldList().get(0).getType();
    if (converter.convert(validated).rel instanceof Project project
        && project.getInput() instanceof TableScan
        && !project.containsOver()
        && RexUtil.SubQueryFinder.find(project.getProjects()) == null) {
      return project.getProjects().get(0);
    }
    if (rowType.size() == 1 && expression instanceof SqlIdentifier) {
      return new RexInputRef(0, type);
    }
    throw Positions.error(
        ErrorCode.UNSUPPORTED, expression, what + " is computed from the columns of its row alone");
  }

  /** Validates the expression as the select list of a query. */
  private static RelDataType typeOf(SqlNode expression) {
    QueryConverter.Validated validated =
        converter(new RowType(List.of())).validate(selection(expression, null));
    return validated.rowType().getFieldList().get(0).getType();
  }

  private static SqlSelect selection(SqlNode expression, String relation) {
    SqlParserPos position = expression.getParserPosition();
    return new SqlSelect(
        position,
        SqlNodeList.EMPTY,
        new SqlNodeList(List.of(expression), position),
        relation == null ? null : new SqlIdentifier(relation, position),
        null,
        null,
        null,
        SqlNodeList.EMPTY,
        null,
        null,
        null,
        null,
        null);
  }

  private static QueryConverter converter(RowType rowType) {
    CatalogReader catalog = new OneRow(rowType);
    CalciteSchema root = CalciteSchema.createRootSchema(false, false);
    root.add(CatalogReader.SCHEMA, new CatalogSchema(catalog, CatalogTable::new));
    return new QueryConverter(new PlanningContext(), catalog, root, QueryConverter.Mode.ONCE);
  }

  /** A catalog of one relation: the row that an expression is about. */
  private record OneRow(RowType rowType) implements CatalogReader {
    @Override
    public Optional<CatalogRelation> find(String name) {
      return name.equals(ROW)
          ? Optional.of(
              new CatalogRelation.Source(new RelationSpec.Source(0, ROW, rowType, Map.of())))
          : Optional.empty();
    }

    @Override
    public Collection<String> names() {
      return List.of();
    }
  }
}
