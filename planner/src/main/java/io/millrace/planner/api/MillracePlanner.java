package io.millrace.planner.api;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import io.millrace.parser.ddl.ExplainLevel;
import io.millrace.parser.ddl.SqlCreateMaterializedView;
import io.millrace.parser.ddl.SqlCreateSink;
import io.millrace.parser.ddl.SqlCreateSource;
import io.millrace.parser.ddl.SqlCreateTable;
import io.millrace.parser.ddl.SqlCreateView;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.explain.PlanPrinter;
import io.millrace.planner.physical.StreamMaterialize;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamSink;
import io.millrace.planner.validate.Positions;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * From parsed statements to what catalog and engine keep and run. Stateless and thread-safe;
 * nothing of Calcite's is in what it returns. All errors are {@link MillraceException}s, with a
 * place where the statement has one.
 */
public final class MillracePlanner {
  private MillracePlanner() {}

  /** A source's columns and options; connectors check the options. */
  public static RelationSpec.Source planSource(SqlCreateSource statement, long id) {
    return Declarations.source(statement, id);
  }

  /** A table with its defaults; the columns of its primary key are NOT NULL. */
  public static CatalogRelation.Table planTable(SqlCreateTable statement, long id) {
    return Declarations.table(statement, id);
  }

  public static RelationSpec.View planMaterializedView(
      SqlCreateMaterializedView statement, long id, CatalogReader catalog) {
    if (!statement.optionMap().isEmpty()) {
      String option = statement.optionMap().keySet().iterator().next();
      throw new MillraceException(
          ErrorCode.INVALID_OPTION,
          statement.optionPosition(option).orElse(null),
          "a materialized view has no option '" + option + "'",
          null);
    }
    ContinuousQuery query =
        ContinuousQuery.of(
            statement.query(),
            statement.columnNames(),
            catalog,
            "a materialized view",
            statement.emitOnWindowClose());
    String name = relationName(statement.name());
    StreamNode root = StreamMaterialize.of(query.physical(), id, query.rowType());
    return new RelationSpec.View(id, name, root.rowType(), query.execPlan(root));
  }

  public static RelationSpec.Sink planSink(
      SqlCreateSink statement, long id, CatalogReader catalog) {
    ContinuousQuery query =
        ContinuousQuery.of(
            ContinuousQuery.ofSink(statement),
            null,
            catalog,
            "a sink",
            statement.emitOnWindowClose());
    String name = relationName(statement.name());
    StreamNode root = new StreamSink(query.physical(), id, query.rowType());
    return new RelationSpec.Sink(
        id, name, root.rowType(), query.execPlan(root), statement.optionMap());
  }

  /** A view that is not stored; its query may be anything that can be asked once. */
  public static CatalogRelation.LogicalView validateView(
      SqlCreateView statement, CatalogReader catalog) {
    return LogicalViews.validate(statement, catalog);
  }

  /**
   * The plans of CREATE MATERIALIZED VIEW, CREATE SINK or a query as it would be materialized.
   *
   * @param statement one of these
   */
  public static String explain(SqlNode statement, ExplainLevel level, CatalogReader catalog) {
    if (statement instanceof SqlCreateMaterializedView view) {
      ContinuousQuery query =
          ContinuousQuery.of(
              view.query(),
              view.columnNames(),
              catalog,
              "a materialized view",
              view.emitOnWindowClose());
      return query.explain(
          StreamMaterialize.of(query.physical(), 0, query.rowType()),
          relationName(view.name()),
          level);
    }
    if (statement instanceof SqlCreateSink sink) {
      ContinuousQuery query =
          ContinuousQuery.of(
              ContinuousQuery.ofSink(sink), null, catalog, "a sink", sink.emitOnWindowClose());
      return query.explain(
          new StreamSink(query.physical(), 0, query.rowType()), relationName(sink.name()), level);
    }
    ContinuousQuery query =
        ContinuousQuery.of(statement, null, catalog, "a materialized view", null);
    return query.explain(
        StreamMaterialize.of(query.physical(), 0, query.rowType()), "result", level);
  }

  /** The plan of a view or sink that exists. */
  public static String explain(String name, ExecPlan plan, CatalogReader catalog) {
    return PlanPrinter.physical(plan, name, PlanPrinter.names(catalog), node -> "");
  }

  /** The columns that a query has. */
  public static RowType rowType(SqlNode query, CatalogReader catalog) {
    return LogicalViews.rowType(query, catalog);
  }

  /**
   * The name of a relation that a statement creates or changes.
   *
   * @throws MillraceException {@link ErrorCode#INVALID_NAME} if it names another schema
   */
  public static String relationName(SqlIdentifier name) {
    if (name.names.size() == 2 && name.names.get(0).equals(CatalogReader.SCHEMA)) {
      return name.names.get(1);
    }
    if (name.names.size() != 1) {
      throw Positions.error(
          ErrorCode.INVALID_NAME,
          name,
          "there is no schema '"
              + String.join(".", name.names.subList(0, name.names.size() - 1))
              + "'; the only one is '"
              + CatalogReader.SCHEMA
              + "'");
    }
    return name.names.get(0);
  }
}
