package io.millrace.planner.api;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.parser.ddl.ExplainLevel;
import io.millrace.parser.ddl.SqlCreateSink;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogSchema;
import io.millrace.planner.catalog.CatalogTable;
import io.millrace.planner.context.PlanningContext;
import io.millrace.planner.convert.OutputColumns;
import io.millrace.planner.convert.QueryConverter;
import io.millrace.planner.explain.LogicalPrinter;
import io.millrace.planner.explain.PlanPrinter;
import io.millrace.planner.optimize.OptimizerPhases;
import io.millrace.planner.physical.StreamLateRows;
import io.millrace.planner.physical.StreamMaterialize;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.rule.PhysicalPlanner;
import io.millrace.planner.translate.ExecPlanBuilder;
import io.millrace.planner.translate.ExpressionGenerator;
import io.millrace.planner.validate.ContinuousQueryCheck;
import io.millrace.planner.validate.SubQueryPositions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/** One planning run of a query that is kept up to date, with what each step of it found. */
final class ContinuousQuery {
  private final PlanningContext context;
  private final CatalogReader catalog;
  private final RowType rowType;
  private final RelNode logical;
  private final StreamNode physical;
  private final StreamLateRows lateRows;

  private ContinuousQuery(
      PlanningContext context,
      CatalogReader catalog,
      RowType rowType,
      RelNode logical,
      StreamNode physical,
      StreamLateRows lateRows) {
    this.context = context;
    this.catalog = catalog;
    this.rowType = rowType;
    this.logical = logical;
    this.physical = physical;
    this.lateRows = lateRows;
  }

  /**
   * @param columnNames names for the query's columns, or null
   * @param what is being created, for messages
   * @param emit when rows are put out
   */
  static ContinuousQuery of(
      SqlNode query, SqlNodeList columnNames, CatalogReader catalog, String what, Emission emit) {
    ContinuousQueryCheck.check(query, what);
    SourcePosition subQuery = SubQueryPositions.only(query);
    PlanningContext context = new PlanningContext();
    CalciteSchema root = CalciteSchema.createRootSchema(false, false);
    root.add(CatalogReader.SCHEMA, new CatalogSchema(catalog, CatalogTable::new));
    QueryConverter converter =
        new QueryConverter(context, catalog, root, QueryConverter.Mode.CONTINUOUS);
    QueryConverter.Validated validated = converter.validate(query);
    List<String> names = OutputColumns.names(validated, columnNames);
    List<DataType> types = OutputColumns.types(validated);
    RelNode algebra = converter.convert(validated).project();
    RelNode logical =
        new OptimizerPhases(context, emit.isOnWindowClose(), subQuery).optimize(algebra);
    PhysicalPlanner planner = new PhysicalPlanner(subQuery);
    PhysicalPlanner.Closing plan = emit.plan(planner, logical);
    StreamNode physical = plan.root();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (types.get(i).kind() != physical.rowType().type(i).kind()) {
        throw new MillraceException(
            ErrorCode.INTERNAL_ERROR,
            "The type of '" + names.get(i) + "' became " + physical.rowType().type(i));
      }
      columns.add(new Column(names.get(i), physical.rowType().type(i)));
    }
    return new ContinuousQuery(
        context, catalog, new RowType(columns), logical, physical, plan.lateRows());
  }

  /** The query that a sink writes: its own, or all rows of the relation that it names. */
  static SqlNode ofSink(SqlCreateSink statement) {
    if (statement.query() != null) {
      return statement.query();
    }
    SqlIdentifier from = statement.from();
    SqlParserPos position = from.getParserPosition();
    return new SqlSelect(
        position,
        SqlNodeList.EMPTY,
        SqlNodeList.of(SqlIdentifier.star(position)),
        from,
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

  /** The columns with the names that users see. */
  RowType rowType() {
    return rowType;
  }

  StreamNode physical() {
    return physical;
  }

  ExecPlan execPlan(StreamNode root) {
    return builder().build(root);
  }

  /** The rows that come too late for the query, if they were asked for; else null. */
  StreamLateRows lateRows() {
    return lateRows;
  }

  /** With what keeps the late rows. */
  ExecPlan execPlan(StreamNode root, StreamNode keptLateRows) {
    return builder().build(root, keptLateRows);
  }

  private ExecPlanBuilder builder() {
    return new ExecPlanBuilder(new ExpressionGenerator(context.typeFactory()));
  }

  String explain(StreamNode root, String name, ExplainLevel level) {
    ExecPlanBuilder builder = builder();
    ExecPlan plan =
        lateRows == null
            ? builder.build(root)
            : builder.build(root, StreamMaterialize.of(lateRows, 1, lateRows.rowType()));
    String physicalText =
        PlanPrinter.physical(
            plan, name, PlanPrinter.names(catalog), id -> facts(builder.source(id)));
    return switch (level) {
      case LOGICAL -> LogicalPrinter.print(logical);
      case PHYSICAL -> physicalText;
      case ALL ->
          "Logical plan\n" + LogicalPrinter.print(logical) + "\nPhysical plan\n" + physicalText;
    };
  }

  /** What is unique in a node's rows, and where they are. */
  private static String facts(StreamNode node) {
    String keys =
        node.upsertKeys().keys().stream()
            .map(key -> names(key, node.rowType()))
            .collect(Collectors.joining(" or "));
    String place =
        node.distribution().isKnown()
            ? node.distribution().keys().isEmpty()
                ? "on one worker"
                : "hash" + names(node.distribution().keys(), node.rowType())
            : "";
    return (keys.isEmpty() ? "" : "key" + keys)
        + (keys.isEmpty() || place.isEmpty() ? "" : "; ")
        + place;
  }

  private static String names(List<Integer> columns, RowType rowType) {
    return columns.stream()
        .map(column -> rowType.column(column).name())
        .collect(Collectors.joining(", ", " (", ")"));
  }
}
