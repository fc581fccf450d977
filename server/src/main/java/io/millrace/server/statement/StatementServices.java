package io.millrace.server.statement;

import io.millrace.executor.engine.Engine;
import io.millrace.server.catalog.Catalog;
import io.millrace.server.config.Setting;
import io.millrace.server.dml.TableChanges;
import io.millrace.server.query.Queries;
import io.millrace.server.system.SystemTables;
import java.util.List;

/**
 * What statements work on.
 *
 * @param databaseSettings what the database runs with
 */
public record StatementServices(
    Catalog catalog,
    Engine engine,
    SystemTables system,
    Queries queries,
    TableChanges changes,
    List<Setting> databaseSettings) {
  public StatementServices {
    databaseSettings = List.copyOf(databaseSettings);
  }
}
