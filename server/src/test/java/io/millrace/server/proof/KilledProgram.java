package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The relations of {@link ProcessKillTest}, what goes into them and what is in them. Times only go
 * forward in each file of timed rows, so that no row is ever late and the answers are those of the
 * input alone.
 */
final class KilledProgram {
  private static final int KEYS = 40;
  private static final int LINES = 30;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

  private static final Map<String, String> VIEWS =
      new TreeMap<>(
          Map.of(
              "aggregates",
              "SELECT k, COUNT(*) AS c, SUM(v) AS s, MIN(v) AS l, MAX(n) AS m,"
                  + " COUNT(DISTINCT v) AS d FROM events GROUP BY k",
              "joined",
              "SELECT e.n, e.v, c.name FROM events e JOIN customers c ON e.k = c.id"
                  + " WHERE MOD(e.n, 5) = 0",
              "tiers",
              "SELECT c.tier, COUNT(*) AS c, SUM(e.v) AS s FROM events e"
                  + " LEFT JOIN customers c ON e.k = c.id GROUP BY c.tier",
              "extremes",
              "SELECT c, COUNT(*) AS n, MIN(s) AS l, MAX(s) AS m FROM aggregates GROUP BY c",
              "ranked",
              "SELECT k, n, v, r FROM (SELECT k, n, v, ROW_NUMBER() OVER (PARTITION BY k"
                  + " ORDER BY v DESC, n) AS r FROM events) WHERE r <= 3",
              "tumbled",
              "SELECT k, window_start, window_end, COUNT(*) AS c, SUM(v) AS s FROM"
                  + " TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
                  + " GROUP BY k, window_start, window_end",
              "hopped",
              "SELECT k, window_end, COUNT(DISTINCT v) AS d, MAX(v) AS m FROM"
                  + " TABLE(HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '5' SECOND,"
                  + " INTERVAL '10' SECOND)) GROUP BY k, window_end EMIT ON WINDOW CLOSE",
              "sessions",
              "SELECT k, window_start, window_end, COUNT(*) AS c FROM"
                  + " TABLE(SESSION(TABLE clicks PARTITION BY k, DESCRIPTOR(ts),"
                  + " INTERVAL '4' SECOND)) GROUP BY k, window_start, window_end",
              "matched",
              "SELECT c.n, v.n AS vn, c.ts FROM clicks c JOIN visits v ON c.k = v.k"
                  + " AND v.ts BETWEEN c.ts - INTERVAL '2' SECOND AND c.ts"
                  + " EMIT ON WINDOW CLOSE"));

  private final Path input;
  private final Random random;
  private final List<String> acknowledged = new ArrayList<>();

  /** A statement of which nobody knows whether it was done; or null. */
  private String unknown;

  private Path file;
  private int files;
  private long nextRow;
  private long nextTimed;
  private int nextCustomer;
  private LocalDateTime time = LocalDateTime.of(2026, 3, 1, 10, 0);

  KilledProgram(Path input, long seed) throws IOException {
    this.input = input;
    this.random = new Random(seed);
    for (String name : List.of("events", "clicks", "visits")) {
      Files.createDirectories(input.resolve(name));
    }
    Files.writeString(clicks(), "n,k,v,ts\n");
    Files.writeString(visits(), "n,k,v,ts\n");
  }

  private Path clicks() {
    return input.resolve("clicks/clicks.csv");
  }

  private Path visits() {
    return input.resolve("visits/visits.csv");
  }

  void define(Connection connection, Path output) throws SQLException {
    source(connection, "events", "n BIGINT, k INTEGER, v BIGINT");
    String timed = "n BIGINT, k INTEGER, v BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts";
    source(connection, "clicks", timed);
    source(connection, "visits", timed);
    execute(
        connection, "CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR, tier INTEGER)");
    for (Map.Entry<String, String> view : VIEWS.entrySet()) {
      execute(connection, "CREATE MATERIALIZED VIEW " + view.getKey() + " AS " + view.getValue());
    }
    execute(
        connection,
        sink("thirds", "csv", output) + " AS SELECT n, k, v FROM events WHERE MOD(v, 3) = 0");
    execute(
        connection,
        sink("closed", "json", output)
            + " AS SELECT k, window_end, COUNT(*) AS c, SUM(v) AS s FROM TABLE(TUMBLE(TABLE"
            + " clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY k, window_end"
            + " EMIT ON WINDOW CLOSE");
  }

  private void source(Connection connection, String name, String columns) throws SQLException {
    execute(
        connection,
        "CREATE SOURCE "
            + name
            + " ("
            + columns
            + ") WITH ('connector' = 'filesystem', 'path' = '"
            + input.resolve(name)
            + "', 'format' = 'csv', 'watch' = 'true', 'poll-interval' = '10 ms',"
            + " 'source.idle-timeout' = '1 h')");
  }

  private static String sink(String name, String format, Path output) {
    return "CREATE SINK "
        + name
        + " WITH ('connector' = 'filesystem', 'path' = '"
        + output.resolve(name)
        + "', 'format' = '"
        + format
        + "', 'max-file-size' = '4 kB')";
  }

  /** What follows goes into another file of events. */
  void beginFile() throws IOException {
    file = input.resolve(String.format("events/part-%04d.csv", files++));
    Files.writeString(file, "n,k,v\n");
  }

  /** Adds some rows to each file, and writes to the table. */
  void step(Connection connection) throws IOException, SQLException {
    StringBuilder events = new StringBuilder();
    StringBuilder clicks = new StringBuilder();
    StringBuilder visits = new StringBuilder();
    for (int i = 0; i < LINES; i++) {
      events.append(nextRow++).append(values()).append('\n');
      if (i % 3 == 0) {
        time = time.plus(Duration.ofMillis(random.nextInt(250)));
        String at = "," + TIME.format(time) + "\n";
        clicks.append(nextTimed).append(values()).append(at);
        visits.append(nextTimed++).append(values()).append(at);
      }
    }
    Files.writeString(file, events, StandardOpenOption.APPEND);
    Files.writeString(clicks(), clicks, StandardOpenOption.APPEND);
    Files.writeString(visits(), visits, StandardOpenOption.APPEND);
    write(connection, nextStatement());
  }

  private String values() {
    return "," + random.nextInt(KEYS) + "," + random.nextInt(1000);
  }

  private String nextStatement() {
    if (nextCustomer < KEYS / 2 || random.nextInt(20) == 0) {
      int id = nextCustomer++;
      return "INSERT INTO customers VALUES (" + id + ", 'name " + id + "', " + id % 3 + ")";
    }
    int id = random.nextInt(nextCustomer);
    return "UPDATE customers SET name = 'name "
        + random.nextInt(1000)
        + "', tier = "
        + random.nextInt(4)
        + " WHERE id = "
        + id;
  }

  private void write(Connection connection, String statement) throws SQLException {
    unknown = statement;
    execute(connection, statement);
    acknowledged.add(statement);
    unknown = null;
  }

  /** Nothing that was acknowledged is lost; what is not known to be done is, from now on. */
  void settle(Connection connection) throws SQLException {
    if (unknown != null && unknown.startsWith("INSERT")) {
      int id = nextCustomer - 1;
      if (!rows(connection, "SELECT id FROM customers WHERE id = " + id).isEmpty()) {
        acknowledged.add(unknown);
        unknown = null;
      }
    }
    if (unknown != null) {
      write(connection, unknown);
    }
    assertThat(rows(connection, "SELECT COUNT(*) FROM customers"))
        .containsExactly(Integer.toString(nextCustomer));
  }

  /** Does at once all that was done to the table so far. */
  void writeAll(Connection connection) throws SQLException {
    for (String statement : acknowledged) {
      execute(connection, statement);
    }
  }

  /** The rows of every view, and of the table, when all input is in them. */
  Map<String, List<String>> content(Connection connection) throws SQLException {
    await(connection, "SELECT SUM(c) FROM aggregates", nextRow);
    await(connection, "SELECT SUM(c) FROM tumbled", nextTimed);
    // The watermark of the last row takes effect with the next epoch, and its effect is read then.
    for (int i = 0; i < 3; i++) {
      execute(connection, "CHECKPOINT");
    }
    Map<String, List<String>> content = new TreeMap<>();
    for (String view : VIEWS.keySet()) {
      content.put(view, rows(connection, "SELECT * FROM " + view));
    }
    content.put("customers", rows(connection, "SELECT * FROM customers"));
    return content;
  }

  private static void await(Connection connection, String query, long count) throws SQLException {
    String expected = Long.toString(count);
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    String found = "";
    while (!found.equals(expected) && System.nanoTime() < deadline) {
      found = rows(connection, query).get(0);
    }
    assertThat(found).as(query).isEqualTo(expected);
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          row.add(result.getString(column));
        }
        rows.add(String.join("|", row));
      }
    }
    Collections.sort(rows);
    return rows;
  }

  /** What a sink has committed. */
  static List<String> sinkRows(Path directory) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path part : files.filter(Files::isRegularFile).toList()) {
        List<String> lines = Files.readAllLines(part);
        rows.addAll(part.toString().endsWith(".csv") ? lines.subList(1, lines.size()) : lines);
      }
    }
    Collections.sort(rows);
    return rows;
  }
}
