package io.millrace.benchmarks.nexmark.run;

import io.millrace.benchmarks.process.EmbeddedMillrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/**
 * One query as a materialized view of an embedded database, or as a sink that drops the answer;
 * prints its result as a line of JSON. The time ends when a reader would see the answers to all
 * events.
 */
public final class MillraceQuery {
  private MillraceQuery() {}

  /** {@code <file of settings>} */
  public static void main(String[] arguments) throws Exception {
    RunSettings settings = RunSettings.read(Path.of(arguments[0]));
    if (settings.warmUp() > 0) {
      run(settings.forWarmUp());
    }
    System.out.println(run(settings).toJson());
  }

  private static RunResult run(RunSettings settings) throws Exception {
    Path directory = Files.createTempDirectory(settings.directory(), "millrace");
    try (EmbeddedMillrace millrace =
        new EmbeddedMillrace(
            directory,
            settings.workers(),
            Duration.ofMillis(settings.checkpointMillis()),
            settings.stateMebibytes())) {
      List<EventTables> tables = EventTables.of(settings.sql());
      for (EventTables table : tables) {
        millrace.execute(source(table, settings));
      }
      long cpu = ProcessUsage.cpuNanos();
      long start = System.nanoTime();
      millrace.execute(
          (settings.kept()
                  ? "CREATE MATERIALIZED VIEW answers AS "
                  : "CREATE SINK answers WITH ('connector' = 'blackhole') AS ")
              + settings.sql());
      millrace.awaitFinished(tables.size());
      double seconds = (System.nanoTime() - start) / 1e9;
      double cpuSeconds = (ProcessUsage.cpuNanos() - cpu) / 1e9;
      long peakMemory = ProcessUsage.peakMemory();
      millrace.execute("CHECKPOINT");
      AnswerDigest digest = settings.digest() ? digest(millrace) : new AnswerDigest();
      return new RunResult(
          "millrace",
          settings.query(),
          settings.events(),
          seconds,
          cpuSeconds,
          peakMemory,
          millrace.number("SELECT COUNT(*) FROM millrace.checkpoints WHERE state = 'COMPLETED'"),
          millrace.number("SELECT SUM(bytes_written) FROM millrace.checkpoints"),
          millrace.number(
              "SELECT bytes_total FROM millrace.checkpoints WHERE state = 'COMPLETED'"
                  + " ORDER BY id DESC LIMIT 1"),
          digest.rows(),
          settings.digest() ? digest.toHex() : "");
    }
  }

  private static String source(EventTables table, RunSettings settings) {
    StringBuilder options = new StringBuilder();
    settings
        .sourceOptions()
        .forEach((name, value) -> options.append(", '%s' = '%s'".formatted(name, value)));
    return "CREATE SOURCE %s (%s) WITH ('connector' = 'nexmark', 'kind' = '%s',"
            .formatted(
                table.tableName(),
                table.columns(settings.sql()),
                table.name().toLowerCase(Locale.ROOT))
        + " 'number-of-events' = '%d', 'splits' = '%d'%s)"
            .formatted(settings.events(), settings.workers(), options);
  }

  private static AnswerDigest digest(EmbeddedMillrace millrace) throws SQLException {
    AnswerDigest digest = new AnswerDigest();
    Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    millrace.query(
        "SELECT * FROM answers",
        row -> {
          ResultSetMetaData columns = row.getMetaData();
          for (int i = 1; i <= columns.getColumnCount(); i++) {
            digest.field(field(row, i, columns.getColumnType(i), utc));
          }
          digest.endRow(1);
        });
    return digest;
  }

  private static Object field(ResultSet row, int column, int type, Calendar utc)
      throws SQLException {
    Object value =
        switch (type) {
          case Types.TIMESTAMP -> milliseconds(row.getTimestamp(column, utc));
          case Types.DATE -> day(row.getString(column));
          case Types.BIGINT, Types.INTEGER -> row.getLong(column);
          case Types.DECIMAL -> row.getBigDecimal(column);
          default -> row.getString(column);
        };
    return row.wasNull() ? null : value;
  }

  private static Long milliseconds(Timestamp time) {
    return time == null ? null : Long.valueOf(time.getTime());
  }

  private static LocalDate day(String text) {
    return text == null ? null : LocalDate.parse(text);
  }
}
