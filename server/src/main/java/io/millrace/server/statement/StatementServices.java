package io.millrace.server.statement;

import io.millrace.executor.engine.Engine;
import io.millrace.server.catalog.Catalog;
import io.millrace.server.config.Setting;
import io.millrace.server.dml.TableChanges;
import io.millrace.server.query.Queries;
import io.millrace.server.system.SystemTables;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * What statements work on.
 *
 * @param databaseSettings what the database runs with now
 * @param keepWorkers has the next start begin with so many workers
 */
public record StatementServices(
    Catalog catalog,
    Engine engine,
    SystemTables system,
    Queries queries,
    TableChanges changes,
    Supplier<List<Setting>> databaseSettings,
    IntConsumer keepWorkers) {}
