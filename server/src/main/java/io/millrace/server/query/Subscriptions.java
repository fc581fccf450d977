package io.millrace.server.query;

import io.millrace.core.config.Suggestions;
import io.millrace.core.error.ErrorCode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.engine.Engine;
import io.millrace.parser.ddl.SqlSubscribe;
import io.millrace.planner.api.MillracePlanner;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import io.millrace.planner.validate.Positions;
import io.millrace.server.result.RowCursor;
import java.util.ArrayList;
import java.util.List;

/** SUBSCRIBE: which relation is meant, and what its changes look like. */
final class Subscriptions {
  private static final List<Column> LEADING =
      List.of(
          new Column("epoch", DataType.of(TypeKind.BIGINT).notNull()),
          new Column("weight", DataType.of(TypeKind.BIGINT).notNull()));

  private Subscriptions() {}

  static RowType rowType(RowType relation) {
    List<Column> columns = new ArrayList<>(LEADING);
    columns.addAll(relation.columns());
    return new RowType(columns);
  }

  /** The table or materialized view that is meant. */
  static CatalogRelation target(SqlSubscribe statement, CatalogReader catalog) {
    String name = MillracePlanner.relationName(statement.name());
    CatalogRelation relation =
        catalog
            .find(name)
            .orElseThrow(
                () ->
                    Positions.error(
                        ErrorCode.UNKNOWN_RELATION,
                        statement.name(),
                        "there is no table or materialized view '"
                            + name
                            + "'"
                            + Suggestions.closest(name, catalog.names())
                                .map(found -> "; did you mean '" + found + "'?")
                                .orElse("")));
    if (relation instanceof CatalogRelation.Table
        || relation instanceof CatalogRelation.MaterializedView) {
      return relation;
    }
    throw Positions.error(
        ErrorCode.WRONG_RELATION_KIND,
        statement.name(),
        "'"
            + name
            + "' is a "
            + relation.kind()
            + ", and only tables and materialized views keep track of their changes"
            + (relation instanceof CatalogRelation.Sink
                ? ""
                : "; create a materialized view over it and subscribe to that"));
  }

  static RowCursor subscribe(Engine engine, SqlSubscribe statement, CatalogReader catalog) {
    CatalogRelation target = target(statement, catalog);
    long id =
        target instanceof CatalogRelation.Table table
            ? table.spec().id()
            : ((CatalogRelation.MaterializedView) target).spec().id();
    return new SubscriptionCursor(
        rowType(target.rowType()), engine.subscribe(id, statement.snapshot()));
  }
}
