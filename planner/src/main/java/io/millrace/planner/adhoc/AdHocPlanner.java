package io.millrace.planner.adhoc;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.catalog.CatalogSchema;
import io.millrace.planner.context.PlanningContext;
import io.millrace.planner.convert.OutputColumns;
import io.millrace.planner.convert.QueryConverter;
import io.millrace.planner.optimize.Decorrelation;
import io.millrace.planner.type.TypeConverter;
import io.millrace.planner.validate.AdHocQueryCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.runtime.ArrayBindable;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.schema.Table;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.Programs;

/**
 * Plans queries that are answered once. Thread-safe.
 *
 * <p>A query may be anything that Calcite's enumerable runtime computes.
 */
public final class AdHocPlanner {
  private final SystemRelations system;
  private final Function<String, CatalogReader> savepoints;

  /**
   * @param savepoints by name, the catalog that a savepoint holds; throws a MillraceException if
   *     there is no such one
   */
  public AdHocPlanner(SystemRelations system, Function<String, CatalogReader> savepoints) {
    this.system = system;
    this.savepoints = savepoints;
  }

  /**
   * @param query SELECT, VALUES, WITH, or a combination of them; may be changed
   * @param catalog one state of it
   * @throws MillraceException with the place of what is wrong
   */
  public AdHocQuery plan(SqlNode query, CatalogReader catalog) {
    SavepointTables past = new SavepointTables(savepoints);
    SqlNode rewritten = past.rewrite(query);
    AdHocQueryCheck.check(rewritten);
    VolcanoPlanner planner = new VolcanoPlanner();
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
    PlanningContext context = new PlanningContext(planner);
    QueryConverter converter =
        new QueryConverter(context, catalog, schemas(catalog, past), QueryConverter.Mode.ONCE);
    QueryConverter.Validated validated = converter.validate(rewritten);
    List<String> names = OutputColumns.derived(validated);
    List<DataType> types = OutputColumns.types(validated);
    List<DataType> parameters = parameters(validated);
    RelRoot root = converter.convert(validated);
    RelNode plan = optimize(root, context, planner);
    ScanCollector scans = new ScanCollector();
    EnumerableRel numbered = (EnumerableRel) plan.accept(scans);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new Column(names.get(i), types.get(i)));
    }
    return compile(new RowType(columns), parameters, scans.requests(), numbered);
  }

  private static AdHocQuery compile(
      RowType rowType, List<DataType> parameters, List<ScanRequest> scans, EnumerableRel plan) {
    Map<String, Object> constants = new LinkedHashMap<>();
    Bindable<?> program =
        EnumerableInterpretable.toBindable(
            constants, null, CancelPoint.addTo(HeldInputs.count(plan)), EnumerableRel.Prefer.ARRAY);
    ArrayBindable boxed = Rows.arrays(program, rowType.size());
    return new AdHocQuery(rowType, parameters, scans, boxed, constants, AdHocPrinter.print(plan));
  }

  private CalciteSchema schemas(CatalogReader catalog, SavepointTables past) {
    CalciteSchema root = CalciteSchema.createRootSchema(false, false);
    root.add(CatalogReader.SCHEMA, new CatalogSchema(catalog, AdHocPlanner::scan));
    past.addSchemas(root);
    for (String schema : system.schemas()) {
      root.add(schema, new SystemSchema(schema, system));
    }
    return root;
  }

  private static Table scan(CatalogRelation relation) {
    return new ScanTable(CatalogReader.SCHEMA, relation.name(), relation.rowType(), relation, null);
  }

  private static List<DataType> parameters(QueryConverter.Validated validated) {
    List<DataType> types = new ArrayList<>();
    RelDataType row = validated.validator().getParameterRowType(validated.node());
    for (RelDataTypeField field : row.getFieldList()) {
      types.add(
          TypeConverter.toDataType(field.getType())
              .orElseThrow(
                  () ->
                      new MillraceException(
                          ErrorCode.UNSUPPORTED,
                          "parameter "
                              + (field.getIndex() + 1)
                              + " cannot be of the type "
                              + field.getType())));
    }
    return types;
  }

  private static RelNode optimize(RelRoot root, PlanningContext context, RelOptPlanner planner) {
    RelNode checked =
        root.rel
            .accept(new WindowSubQueries())
            .accept(new RowMembership())
            .accept(new AdHocRewrites(context.relBuilder()));
    RelTraitSet wanted =
        checked
            .getTraitSet()
            .replace(EnumerableConvention.INSTANCE)
            .replace(root.collation)
            .simplify();
    RelNode joined =
        Programs.subQuery(DefaultRelMetadataProvider.INSTANCE)
            .run(planner, checked, wanted, List.of(), List.of());
    RelNode flat =
        Decorrelation.confuses(joined)
            ? joined
            : RelDecorrelator.decorrelateQuery(joined, context.relBuilder());
    RelNode trimmed =
        new RelFieldTrimmer(null, context.relBuilder()).trim(flat).accept(new TotalOrders());
    for (RelOptRule rule : AdHocRules.LOGICAL) {
      planner.addRule(rule);
    }
    for (RelOptRule rule : AdHocRules.PHYSICAL) {
      planner.addRule(rule);
    }
    planner.addRule(ScanRule.INSTANCE);
    RelNode start =
        trimmed.getTraitSet().equals(wanted) ? trimmed : planner.changeTraits(trimmed, wanted);
    planner.setRoot(start);
    RelNode best;
    try {
      best = planner.findBestExp();
    } catch (RelOptPlanner.CannotPlanException e) {
      throw new MillraceException(
          ErrorCode.UNSUPPORTED, "not supported: there is no way to compute this query", e);
    }
    RelNode visible = root.isRefTrivial() ? best : visibleColumns(root.withRel(best));
    RelNode calcs =
        Programs.calc(DefaultRelMetadataProvider.INSTANCE)
            .run(planner, visible, wanted, List.of(), List.of());
    return calcs.accept(new LimitedSorts()).accept(new RealSorts()).accept(new ScanNarrowing());
  }

  /** Without columns that only ORDER BY needs. */
  private static RelNode visibleColumns(RelRoot root) {
    RexBuilder builder = root.rel.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    root.fields.leftList().forEach(i -> columns.add(builder.makeInputRef(root.rel, i)));
    RexProgram program =
        RexProgram.create(root.rel.getRowType(), columns, null, root.validatedRowType, builder);
    return EnumerableCalc.create(root.rel, program);
  }
}
