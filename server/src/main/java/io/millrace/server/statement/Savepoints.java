package io.millrace.server.statement;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.RowType;
import io.millrace.executor.coordinator.SavepointRequest;
import io.millrace.executor.engine.Engine;
import io.millrace.parser.ddl.SqlDropSavepoint;
import io.millrace.parser.ddl.SqlSavepoint;
import io.millrace.parser.ddl.SqlShowSavepoints;
import io.millrace.parser.ddl.SqlSyntaxRefusal;
import io.millrace.server.catalog.Catalog;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.result.StatementResult;
import io.millrace.server.session.PreparedStatement;
import io.millrace.server.system.SystemTables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;

/** SAVEPOINT, DROP SAVEPOINT and SHOW SAVEPOINTS. */
final class Savepoints {
  private static final Set<ErrorCode> ABOUT_THE_NAME =
      Set.of(ErrorCode.UNKNOWN_SAVEPOINT, ErrorCode.DUPLICATE_SAVEPOINT, ErrorCode.INVALID_NAME);

  private final SchemaChanges schemaChanges;
  private final Catalog catalog;
  private final Engine engine;
  private final SystemTables system;

  Savepoints(SchemaChanges schemaChanges, StatementServices services) {
    this.schemaChanges = schemaChanges;
    this.catalog = services.catalog();
    this.engine = services.engine();
    this.system = services.system();
  }

  PreparedStatement prepare(SqlSavepoint statement, String sql) {
    return ActionStatement.command(
        sql,
        cancelled -> {
          locate(
              statement.name(),
              () ->
                  schemaChanges.whileNothingChanges(
                      cancelled, relations -> take(statement.savepoint(), relations)));
          return new StatementResult.Done("SAVEPOINT");
        });
  }

  /**
   * @param relations of the engine
   */
  private void take(String name, List<RelationSpec> relations) {
    Map<Long, String> stateful = new LinkedHashMap<>();
    for (RelationSpec relation : relations) {
      if (!(relation instanceof RelationSpec.Source)) {
        stateful.put(relation.id(), relation.name());
      }
    }
    List<String> names = catalog.snapshot().entries().stream().map(CatalogEntry::name).toList();
    engine.savepoint(new SavepointRequest(name, names, catalog.definitions(), stateful));
  }

  PreparedStatement prepare(SqlDropSavepoint statement, String sql) {
    return ActionStatement.command(
        sql,
        cancelled -> {
          if (!statement.ifExists() || isThere(statement.savepoint())) {
            locate(statement.name(), () -> engine.dropSavepoint(statement.savepoint()));
          }
          return new StatementResult.Done("DROP SAVEPOINT");
        });
  }

  private boolean isThere(String name) {
    return engine.savepoints().stream().anyMatch(savepoint -> savepoint.name().equals(name));
  }

  PreparedStatement prepare(SqlShowSavepoints statement, String sql) {
    RowType columns =
        system.find(SystemTables.MILLRACE_SCHEMA, SystemTables.SAVEPOINTS).orElseThrow();
    LikePattern like = new LikePattern(statement.likePattern());
    return ActionStatement.rows(
        sql,
        columns,
        cancelled -> {
          List<Object[]> rows =
              system.rows(SystemTables.MILLRACE_SCHEMA, SystemTables.SAVEPOINTS).stream()
                  .filter(row -> like.matches((String) row[0]))
                  .toList();
          return TextTable.rows(columns, rows);
        });
  }

  /** Does the work; an error about the name gets its place. */
  private static void locate(SqlNode name, Runnable work) {
    try {
      work.run();
    } catch (MillraceException e) {
      throw ABOUT_THE_NAME.contains(e.code())
          ? new MillraceException(
              e.code(), SqlSyntaxRefusal.start(name.getParserPosition()), e.getMessage(), e)
          : e;
    }
  }
}
