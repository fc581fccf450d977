package io.millrace.planner.api;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.ExecNode;
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
import io.millrace.planner.physical.StreamLateRows;
import io.millrace.planner.physical.StreamMaterialize;
import io.millrace.planner.physical.StreamNode;
import io.millrace.planner.physical.StreamSink;
import io.millrace.planner.validate.Positions;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
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

  /**
   * A materialized view, whose plan may also keep the rows that come too late for it: see {@link
   * #lateRows}.
   *
   * @param ids gives the ids of the view and of what shows its late rows
   */
  public static RelationSpec.View planMaterializedView(
      SqlCreateMaterializedView statement, LongSupplier ids, CatalogReader catalog) {
    ContinuousQuery query = query(statement, catalog);
    long id = ids.getAsLong();
    StreamNode root = StreamMaterialize.of(query.physical(), id, query.rowType());
    StreamLateRows late = query.lateRows();
    ExecPlan plan =
        late == null
            ? query.execPlan(root)
            : query.execPlan(root, StreamMaterialize.of(late, ids.getAsLong(), late.rowType()));
    return new RelationSpec.View(id, relationName(statement.name()), root.rowType(), plan);
  }

  private static ContinuousQuery query(SqlCreateMaterializedView view, CatalogReader catalog) {
    return ContinuousQuery.of(
        view.query(), view.columnNames(), catalog, "a materialized view", Emission.of(view));
  }

  /**
   * The name of the relation that shows the late rows of a view, with its place; empty if the
   * statement asks for none.
   */
  public static Optional<SqlIdentifier> lateRowsName(SqlCreateMaterializedView statement) {
    return Emission.lateRowsName(statement);
  }

  /**
   * The relation that shows the late rows of a view; empty if the statement asks for none. It is
   * created after the view and dropped before it.
   *
   * @param view what {@link #planMaterializedView} made of the statement
   */
  public static Optional<RelationSpec.View> lateRows(
      SqlCreateMaterializedView statement, RelationSpec.View view) {
    String name = Emission.of(statement).lateRows();
    return view.plan().nodes().stream()
        .filter(node -> node instanceof ExecNode.Materialize && node != view.plan().root())
        .map(node -> lateRows(name, view.id(), (ExecNode.Materialize) node))
        .findFirst();
  }

  private static RelationSpec.View lateRows(String name, long viewId, ExecNode.Materialize kept) {
    RowType rowType = kept.rowType();
    ExecPlan plan =
        new ExecPlan(
            ExecPlan.VERSION,
            List.of(
                new ExecNode.LateScan(0, viewId, rowType),
                new ExecNode.Materialize(
                    1, 0, kept.relationId(), kept.key(), kept.bag(), rowType, kept.changelog())));
    return new RelationSpec.View(kept.relationId(), name, rowType, plan);
  }

  public static RelationSpec.Sink planSink(
      SqlCreateSink statement, long id, CatalogReader catalog) {
    ContinuousQuery query =
        ContinuousQuery.of(
            ContinuousQuery.ofSink(statement),
            null,
            catalog,
            "a sink",
            Emission.of(statement.emitOnWindowClose()));
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
      ContinuousQuery query = query(view, catalog);
      return query.explain(
          StreamMaterialize.of(query.physical(), 0, query.rowType()),
          relationName(view.name()),
          level);
    }
    if (statement instanceof SqlCreateSink sink) {
      ContinuousQuery query =
          ContinuousQuery.of(
              ContinuousQuery.ofSink(sink),
              null,
              catalog,
              "a sink",
              Emission.of(sink.emitOnWindowClose()));
      return query.explain(
          new StreamSink(query.physical(), 0, query.rowType()), relationName(sink.name()), level);
    }
    ContinuousQuery query =
        ContinuousQuery.of(
            statement, null, catalog, "a materialized view", Emission.of((SqlNode) null));
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
