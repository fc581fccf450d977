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
import io.millrace.planner.validate.Positions;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;

/** Validates single expressions: defaults, and watermarks over the columns of their source. */
public final class ScalarValidator {
  private static final String ROW = "row";

  /** For the types of declared columns. */
  public SqlValidator validator() {
    return converter(new RowType(List.of())).validator();
  }

  /** A default is a constant, or a function of the time at which a row is inserted. */
  public void checkDefault(SqlNode expression, Column column) {
    PlanningContext context = new PlanningContext();
    RelDataType type = typeOf(expression, null);
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

  /** A watermark is a time that is computed from the row. */
  public void checkWatermark(SqlNode expression, RowType rowType) {
    RelDataType type = typeOf(expression, rowType);
    boolean isTimestamp =
        TypeConverter.toDataType(type)
            .map(DataType::kind)
            .filter(kind -> kind == TypeKind.TIMESTAMP)
            .isPresent();
    if (!isTimestamp) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH, expression, "a watermark is a TIMESTAMP, and this is " + type);
    }
  }

  /** Validates the expression as the select list of a query over one row. */
  private static RelDataType typeOf(SqlNode expression, RowType rowType) {
    SqlParserPos position = expression.getParserPosition();
    SqlSelect select =
        new SqlSelect(
            position,
            SqlNodeList.EMPTY,
            new SqlNodeList(List.of(expression), position),
            rowType == null ? null : new SqlIdentifier(ROW, position),
            null,
            null,
            null,
            SqlNodeList.EMPTY,
            null,
            null,
            null,
            null,
            null);
    QueryConverter.Validated validated =
        converter(rowType == null ? new RowType(List.of()) : rowType).validate(select);
    return validated.rowType().getFieldList().get(0).getType();
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
