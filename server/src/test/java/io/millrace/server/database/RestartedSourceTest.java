package io.millrace.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.config.DatabaseOptions;
import io.millrace.server.statement.SqlClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A line that cannot be read is named, and read once it is right, while the server runs. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class RestartedSourceTest {
  @TempDir Path parent;

  private static void await(SqlClient sql, String query, String expected) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    List<String> rows = sql.rows(query);
    while (!rows.equals(List.of(expected))) {
      assertThat(System.nanoTime()).as("%s: %s", query, rows).isLessThan(deadline);
      rows = sql.rows(query);
    }
  }

  @Test
  void aLineThatIsCorrectedInPlaceIsRead() throws IOException {
    Path file = Files.writeString(parent.resolve("orders.csv"), "id,amount\n1,10\n2,20\n");
    DatabaseConfig config =
        DatabaseOptions.apply(
            DatabaseConfig.at(parent.resolve("data")).withWorkers(2),
            Map.of(
                "restartStrategy",
                "fixed-delay",
                "restartDelay",
                "20ms",
                "restartAttempts",
                "99999"));
    try (Database database = Database.open(config);
        SqlClient sql = new SqlClient(database)) {
      sql.run(
          "CREATE SOURCE orders (id INT, amount INT) WITH ('connector' = 'filesystem', 'path' = '"
              + file
              + "', 'format' = 'csv', 'watch' = 'true', 'poll-interval' = '10 ms')",
          "CREATE MATERIALIZED VIEW total AS SELECT COUNT(*) AS n, SUM(amount) AS s FROM orders");
      await(sql, "SELECT * FROM total", "2|30");
      Files.writeString(file, "3,many\n4,40\n", StandardOpenOption.APPEND);
      await(sql, "SELECT status FROM millrace.pipelines WHERE name = 'orders'", "RESTARTING");
      await(
          sql,
          "SELECT COUNT(*) FROM millrace.pipelines WHERE name = 'orders' AND restarts > 1"
              + " AND last_error LIKE '%orders.csv%line 4%many%'",
          "1");
      await(sql, "SELECT status FROM millrace.pipelines WHERE name = 'total'", "RESTARTING");
      assertThat(sql.rows("SELECT * FROM total")).containsExactly("2|30");
      Files.writeString(file, "id,amount\n1,10\n2,20\n3,30\n4,40\n");
      await(sql, "SELECT * FROM total", "4|100");
      await(sql, "SELECT status FROM millrace.pipelines WHERE name = 'total'", "RUNNING");
    }
  }
}
