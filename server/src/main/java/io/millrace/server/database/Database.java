package io.millrace.server.database;

import io.millrace.connector.BuiltInConnectors;
import io.millrace.core.config.DataSize;
import io.millrace.core.time.Clock;
import io.millrace.executor.engine.Engine;
import io.millrace.executor.engine.EngineConfig;
import io.millrace.executor.engine.EngineEnvironment;
import io.millrace.executor.engine.SavepointRestore;
import io.millrace.planner.adhoc.SystemRelations;
import io.millrace.server.catalog.Catalog;
import io.millrace.server.catalog.CatalogSnapshot;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.config.ServerVersion;
import io.millrace.server.config.Setting;
import io.millrace.server.dml.TableChanges;
import io.millrace.server.query.Queries;
import io.millrace.server.query.QueryMemory;
import io.millrace.server.session.Session;
import io.millrace.server.statement.StatementDispatcher;
import io.millrace.server.statement.StatementServices;
import io.millrace.server.system.SystemTables;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An open database. Thread-safe. Errors are {@link io.millrace.core.error.MillraceException}s. */
public final class Database implements AutoCloseable {
  private final DataDirectory directory;
  private final DataSize queryMemory;
  private final Catalog catalog;
  private final Engine engine;
  private final SystemTables system;
  private final StatementDispatcher statements;
  private boolean closed;

  private Database(
      DataDirectory directory,
      DatabaseIdentity identity,
      Catalog catalog,
      Engine engine,
      Clock clock,
      DataSize queryMemory) {
    this.directory = directory;
    this.queryMemory = queryMemory;
    this.catalog = catalog;
    this.engine = engine;
    this.system =
        new SystemTables(
            catalog::snapshot,
            engine::status,
            engine::savepoints,
            this::settings,
            ServerVersion.text());
    Queries queries = new Queries(engine, system, clock, new QueryMemory(queryMemory));
    this.statements =
        new StatementDispatcher(
            new StatementServices(
                catalog,
                engine,
                system,
                queries,
                new TableChanges(engine, queries),
                this::settings,
                workers -> directory.remember(identity.withWorkers(workers))));
  }

  /**
   * Opens a database, with what the newest intact checkpoint and the writes since hold. Views that
   * no checkpoint holds yet begin anew in the background, and readers of them wait.
   */
  public static Database open(DatabaseConfig config) {
    return open(config, Optional.empty());
  }

  /**
   * As {@link #open(DatabaseConfig)}, going back to a savepoint first: what was written and created
   * since is given up. If that is refused nothing has changed.
   *
   * @param savepoint empty: goes on with what is there
   */
  public static Database open(DatabaseConfig config, Optional<String> savepoint) {
    JvmOptions.check();
    EngineEnvironment environment = EngineEnvironment.system();
    DataDirectory directory = DataDirectory.open(environment.fileSystem(), config.dataDirectory());
    Database database = null;
    try {
      database = open(config, savepoint, environment, directory);
      return database;
    } finally {
      if (database == null) {
        directory.close();
      }
    }
  }

  private static Database open(
      DatabaseConfig config,
      Optional<String> savepoint,
      EngineEnvironment environment,
      DataDirectory directory) {
    boolean hasCatalog = directory.requireCatalog();
    Catalog catalog = Catalog.open(environment.fileSystem(), directory.catalogFile());
    DatabaseIdentity identity = directory.identity(config);
    EngineConfig engineConfig =
        new EngineConfig(
            directory.path(),
            identity.workers(),
            identity.keyGroups(),
            config.epochInterval(),
            config.checkpointInterval(),
            config.retainedCheckpoints(),
            identity.stateBackend(),
            config.stateMemory(),
            config.syncWrites(),
            config.faultTolerance());
    SavepointRestore restore = new SavepointRestore(engineConfig, environment);
    savepoint.ifPresent(restore::begin);
    restore.finish(catalog::restore);
    Engine engine =
        Engine.open(
            engineConfig, BuiltInConnectors.create(), environment, catalog.snapshot().specs());
    boolean opened = false;
    try {
      directory.remember(identity);
      if (!hasCatalog) {
        catalog.save();
      }
      DataSize queryMemory = config.queryMemoryOrDefault();
      Database database =
          new Database(directory, identity, catalog, engine, environment.clock(), queryMemory);
      opened = true;
      return database;
    } finally {
      if (!opened) {
        engine.abort();
      }
    }
  }

  /**
   * @param user who it is for, as CURRENT_USER says
   */
  public Session newSession(String user) {
    return new Session(user, statements);
  }

  /** The catalog as it is now. */
  public CatalogSnapshot catalog() {
    return catalog.snapshot();
  }

  /** The relations by which the database tells about itself. */
  public SystemRelations systemRelations() {
    return system;
  }

  public Engine engine() {
    return engine;
  }

  /** The directory, which for a database in memory is a temporary one. */
  public Path dataDirectory() {
    return directory.path();
  }

  /** What the database runs with now, by name. */
  public List<Setting> settings() {
    return DatabaseSettings.of(engine.config(), queryMemory);
  }

  /** See {@link Engine#awaitBoundedSources}. */
  public void awaitBoundedSources() {
    engine.awaitBoundedSources();
  }

  /** See {@link Engine#checkpoint}. */
  public long checkpoint() {
    return engine.checkpoint();
  }

  /** Takes a last checkpoint and ends; statements under way fail with SHUTTING_DOWN. */
  @Override
  public synchronized void close() {
    end(engine::close);
  }

  /** Ends at once without a last checkpoint, as a crash would; for tests. */
  public synchronized void abort() {
    end(engine::abort);
  }

  private void end(Runnable endEngine) {
    if (!closed) {
      closed = true;
      try {
        endEngine.run();
      } finally {
        directory.close();
      }
    }
  }
}
