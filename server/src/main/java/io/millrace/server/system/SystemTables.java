package io.millrace.server.system;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.RowType;
import io.millrace.executor.checkpoint.SavepointStatus;
import io.millrace.executor.status.EngineStatus;
import io.millrace.planner.adhoc.SystemRelations;
import io.millrace.server.catalog.CatalogSnapshot;
import io.millrace.server.config.Setting;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** All relations by which a database tells about itself. Thread-safe. */
public final class SystemTables implements SystemRelations {
  /** The name of the only catalog, as {@code information_schema} and JDBC have it. */
  public static final String CATALOG_NAME = "millrace";

  /** The schema of the standard. */
  public static final String INFORMATION_SCHEMA = "information_schema";

  /** The schema of what Millrace tells beyond that. */
  public static final String MILLRACE_SCHEMA = "millrace";

  /** The relation of that schema which lists savepoints. */
  public static final String SAVEPOINTS = "savepoints";

  private final Map<String, Map<String, SystemTable>> schemas = new LinkedHashMap<>();

  /**
   * @param catalog its newest state
   * @param status the engine's
   * @param savepoints the engine's
   * @param settings what the database runs with now
   * @param version of Millrace
   */
  public SystemTables(
      Supplier<CatalogSnapshot> catalog,
      Supplier<EngineStatus> status,
      Supplier<List<SavepointStatus>> savepoints,
      Supplier<List<Setting>> settings,
      String version) {
    add(INFORMATION_SCHEMA, new InformationSchema(catalog, this).tables());
    add(MILLRACE_SCHEMA, new StatusTables(catalog, status, savepoints, settings, version).tables());
  }

  private void add(String schema, List<SystemTable> tables) {
    Map<String, SystemTable> byName = new LinkedHashMap<>();
    tables.forEach(table -> byName.put(table.name(), table));
    schemas.put(schema, byName);
  }

  @Override
  public Collection<String> schemas() {
    return List.copyOf(schemas.keySet());
  }

  @Override
  public Collection<String> names(String schema) {
    return List.copyOf(schemas.getOrDefault(schema, Map.of()).keySet());
  }

  @Override
  public Optional<RowType> find(String schema, String name) {
    return table(schema, name).map(SystemTable::rowType);
  }

  private Optional<SystemTable> table(String schema, String name) {
    return Optional.ofNullable(schemas.getOrDefault(schema, Map.of()).get(name));
  }

  /**
   * A relation's rows as they are now.
   *
   * @return values as {@link io.millrace.executor.read.RelationRows} has them
   */
  public List<Object[]> rows(String schema, String name) {
    return table(schema, name)
        .orElseThrow(
            () ->
                new MillraceException(
                    ErrorCode.UNKNOWN_RELATION,
                    "There is no relation '" + schema + "." + name + "'."))
        .rows()
        .get();
  }
}
