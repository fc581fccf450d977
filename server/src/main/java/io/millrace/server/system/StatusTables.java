package io.millrace.server.system;

import io.millrace.executor.checkpoint.Savepoint;
import io.millrace.executor.checkpoint.SavepointStatus;
import io.millrace.executor.status.EngineStatus;
import io.millrace.server.catalog.CatalogEntry;
import io.millrace.server.catalog.CatalogSnapshot;
import io.millrace.server.config.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** How relations, checkpoints and savepoints are doing, as the schema {@code millrace}. */
final class StatusTables {
  private final Supplier<CatalogSnapshot> catalog;
  private final Supplier<EngineStatus> status;
  private final Supplier<List<SavepointStatus>> savepoints;
  private final Supplier<List<Setting>> settings;
  private final String version;

  StatusTables(
      Supplier<CatalogSnapshot> catalog,
      Supplier<EngineStatus> status,
      Supplier<List<SavepointStatus>> savepoints,
      Supplier<List<Setting>> settings,
      String version) {
    this.catalog = catalog;
    this.status = status;
    this.savepoints = savepoints;
    this.settings = settings;
    this.version = version;
  }

  List<SystemTable> tables() {
    return List.of(
        SystemTable.of(
            "pipelines",
            "id:l! name! kind! status! rows_read:l! bad_records:l! value_errors:l! late_rows:l!"
                + " last_error watermark:t restarts:l!",
            this::pipelines),
        SystemTable.of(
            "checkpoints",
            "id:l! state! duration_ms:l! bytes_written:l! bytes_total:l! error",
            this::checkpoints),
        SystemTable.of(
            SystemTables.SAVEPOINTS,
            "name! checkpoint_id:l created_at:t bytes:l relations error",
            this::savepoints),
        SystemTable.of("settings", "name! value! description!", this::settings),
        SystemTable.of("server", "version! epoch:l!", this::server));
  }

  private List<Object[]> pipelines() {
    Map<Long, CatalogEntry> entries = new HashMap<>();
    for (CatalogEntry entry : catalog.get().entries()) {
      Relations.id(entry.relation()).ifPresent(id -> entries.put(id, entry));
    }
    List<Object[]> rows = new ArrayList<>();
    for (EngineStatus.Relation relation : status.get().relations()) {
      CatalogEntry entry = entries.get(relation.id());
      if (entry != null) {
        rows.add(
            new Object[] {
              relation.id(),
              entry.name(),
              entry.relation().kind(),
              relation.state().name(),
              relation.rowsRead(),
              relation.badRecords(),
              relation.valueErrors(),
              relation.lateRows(),
              relation.lastError(),
              relation.watermark(),
              relation.restarts()
            });
      }
    }
    return rows;
  }

  private List<Object[]> checkpoints() {
    List<Object[]> rows = new ArrayList<>();
    for (EngineStatus.Checkpoint checkpoint : status.get().checkpoints()) {
      rows.add(
          new Object[] {
            checkpoint.id(),
            checkpoint.state(),
            checkpoint.durationMillis(),
            checkpoint.bytesWritten(),
            checkpoint.bytesTotal(),
            checkpoint.error()
          });
    }
    return rows;
  }

  private List<Object[]> savepoints() {
    List<Object[]> rows = new ArrayList<>();
    for (SavepointStatus each : savepoints.get()) {
      Savepoint savepoint = each.savepoint();
      rows.add(
          savepoint == null
              ? new Object[] {each.name(), null, null, null, null, each.problem()}
              : new Object[] {
                each.name(),
                savepoint.manifest().checkpointId(),
                savepoint.manifest().createdAtMillis(),
                savepoint.manifest().totalBytes(),
                String.join(", ", savepoint.relations()),
                null
              });
    }
    return rows;
  }

  private List<Object[]> settings() {
    List<Object[]> rows = new ArrayList<>();
    for (Setting setting : settings.get()) {
      rows.add(new Object[] {setting.name(), setting.value(), setting.description()});
    }
    return rows;
  }

  private List<Object[]> server() {
    return List.<Object[]>of(new Object[] {version, status.get().epoch()});
  }
}
