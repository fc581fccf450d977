package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that reads files, takes INSERTs and writes to a sink is killed again and again: at
 * random instants, while it takes a checkpoint, and while its sink commits. At the end nothing is
 * lost and nothing is there twice. {@code -Dmillrace.kills=500} for more, {@code -Dmillrace.seed}
 * for others.
 */
final class KillRecoveryTest {
  private static final int KILLS = Integer.getInteger("millrace.kills", 25);
  private static final long SEED = Long.getLong("millrace.seed", 20_260_101L);
  private static final int KEYS = 50;
  private static final int LINES_PER_STEP = 40;
  private static final int MOST_STEPS = 120;

  /** What a kill aims at. */
  private enum Aim {
    ANY_INSTANT,
    CHECKPOINT,
    SINK_COMMIT
  }

  private record Totals(long rows, long sum, long last) {
    static final Totals NONE = new Totals(0, 0, -1);

    Totals with(long n, long value) {
      return new Totals(rows + 1, sum + value, Math.max(last, n));
    }
  }

  @TempDir Path directory;

  private final Random random = new Random(SEED);
  private final Map<Integer, Totals> expectedViews = new TreeMap<>();
  private final List<String> expectedSinkRows = new ArrayList<>();
  private final TreeSet<Long> acknowledged = new TreeSet<>();
  private final Map<Aim, Integer> hits = new HashMap<>();
  private long nextLine;
  private long nextOrder;

  @Test
  void nothingIsLostAndNothingIsThereTwice() throws IOException, SQLException {
    Files.createDirectories(input());
    define();
    for (int kill = 0; kill < KILLS; kill++) {
      runAndKill(kill, Aim.values()[kill % Aim.values().length]);
    }
    try (ServerProcess server = start()) {
      try (Connection connection = DriverManager.getConnection(server.url())) {
        settleOrders(connection);
        awaitRows(connection);
        checkViews(connection);
        execute(connection, "CHECKPOINT");
      }
      server.terminate();
    }
    checkSink();
    assertThat(hits.getOrDefault(Aim.CHECKPOINT, 0)).as("kills of a checkpoint").isPositive();
    assertThat(hits.getOrDefault(Aim.SINK_COMMIT, 0)).as("kills of a commit").isPositive();
  }

  private ServerProcess start() throws IOException {
    return ServerProcess.start(
        directory.resolve("data"), "--workers", "2", "--checkpoint-interval", "100 ms");
  }

  private void define() throws IOException, SQLException {
    try (ServerProcess server = start();
        Connection connection = DriverManager.getConnection(server.url())) {
      execute(
          connection,
          "CREATE SOURCE events (n BIGINT, k INTEGER, v BIGINT) WITH ('connector' = 'filesystem',"
              + " 'path' = '"
              + input()
              + "', 'format' = 'csv', 'watch' = 'true', 'poll-interval' = '10 ms')");
      execute(connection, "CREATE TABLE orders (id BIGINT PRIMARY KEY, k INTEGER)");
      execute(
          connection,
          "CREATE MATERIALIZED VIEW by_key AS SELECT k, COUNT(*) AS c, SUM(v) AS s, MAX(n) AS m"
              + " FROM events GROUP BY k");
      execute(
          connection,
          "CREATE MATERIALIZED VIEW orders_by_key AS SELECT k, COUNT(*) AS c, SUM(id) AS s"
              + " FROM orders GROUP BY k");
      execute(
          connection,
          "CREATE SINK thirds WITH ('connector' = 'filesystem', 'path' = '"
              + output()
              + "', 'format' = 'csv', 'max-file-size' = '2 kB')"
              + " AS SELECT n, k, v FROM events WHERE MOD(v, 3) = 0");
    }
  }

  private Path input() {
    return directory.resolve("in");
  }

  private Path output() {
    return directory.resolve("out");
  }

  private void runAndKill(int kill, Aim aim) throws IOException, SQLException {
    int steps = 1 + random.nextInt(MOST_STEPS);
    try (ServerProcess server = start();
        Connection connection = DriverManager.getConnection(server.url())) {
      settleOrders(connection);
      Path file = input().resolve(String.format("part-%03d.csv", kill));
      Files.writeString(file, "n,k,v\n");
      Thread killer = new Thread(() -> killAt(server, aim), "killer");
      if (aim != Aim.ANY_INSTANT) {
        killer.start();
      }
      for (int step = 0; aim == Aim.ANY_INSTANT ? step < steps : server.isAlive(); step++) {
        appendLines(file);
        if (!insertOrder(connection)) {
          break;
        }
      }
      server.kill();
      join(killer);
    }
    Aim hit = stateOnDisk();
    hits.merge(hit, 1, Integer::sum);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Kills as soon as the files say that the server does what the kill aims at. */
  private void killAt(ServerProcess server, Aim aim) {
    int patience = 1 + new Random(SEED + nextLine).nextInt(5);
    Aim before = Aim.ANY_INSTANT;
    while (server.isAlive()) {
      Aim now = stateOnDisk();
      if (now == aim && before != aim && --patience == 0) {
        server.kill();
      }
      before = now;
    }
  }

  /** What the files say: prepared sink files without their checkpoint's manifest, or with it. */
  private Aim stateOnDisk() {
    Path pending = output().resolve(".pending");
    try (Stream<Path> files = Files.walk(pending)) {
      List<Path> prepared =
          files.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
      if (prepared.isEmpty()) {
        return Aim.ANY_INSTANT;
      }
      boolean durable =
          prepared.stream()
              .map(file -> Long.parseLong(file.getFileName().toString().split("-")[3]))
              .allMatch(this::hasManifest);
      return durable ? Aim.SINK_COMMIT : Aim.CHECKPOINT;
    } catch (IOException | java.io.UncheckedIOException e) { // moved while they were listed
      return Aim.ANY_INSTANT;
    }
  }

  private boolean hasManifest(long checkpoint) {
    return Files.exists(
        directory
            .resolve("data/checkpoints")
            .resolve(String.format("chk-%012d.manifest", checkpoint)));
  }

  private void appendLines(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < LINES_PER_STEP; i++) {
      long n = nextLine++;
      int k = random.nextInt(KEYS);
      long v = random.nextInt(1000);
      String line = n + "," + k + "," + v;
      text.append(line).append('\n');
      expectedViews.merge(k, Totals.NONE.with(n, v), (old, one) -> old.with(n, v));
      if (v % 3 == 0) {
        expectedSinkRows.add(line);
      }
    }
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  /** False when the server is gone; whether the row is there is asked after the next start. */
  private boolean insertOrder(Connection connection) {
    long id = nextOrder;
    try {
      execute(connection, insert(id));
    } catch (SQLException e) {
      return false;
    }
    acknowledged.add(id);
    nextOrder++;
    return true;
  }

  private static String insert(long id) {
    return "INSERT INTO orders VALUES (" + id + ", " + id % KEYS + ")";
  }

  /** All acknowledged rows are there; the one after them may be, and is from now on. */
  private void settleOrders(Connection connection) throws SQLException {
    List<List<Long>> found = query(connection, "SELECT id FROM orders ORDER BY id");
    List<Long> ids = new ArrayList<>(found.stream().map(row -> row.get(0)).toList());
    if (ids.size() == acknowledged.size()) {
      execute(connection, insert(nextOrder));
      ids.add(nextOrder);
    }
    acknowledged.add(nextOrder);
    nextOrder++;
    assertThat(ids).as("acknowledged rows").containsExactlyElementsOf(acknowledged);
  }

  private void awaitRows(Connection connection) throws SQLException {
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    long rows = 0;
    while (rows < nextLine && System.nanoTime() < deadline) {
      rows = query(connection, "SELECT SUM(c) FROM by_key").get(0).get(0);
    }
    assertThat(rows).as("rows of the files").isEqualTo(nextLine);
  }

  private void checkViews(Connection connection) throws SQLException {
    List<List<Long>> expected = new ArrayList<>();
    expectedViews.forEach(
        (k, totals) -> expected.add(List.of((long) k, totals.rows(), totals.sum(), totals.last())));
    assertThat(query(connection, "SELECT k, c, s, m FROM by_key ORDER BY k")).isEqualTo(expected);
    assertThat(query(connection, "SELECT SUM(c), SUM(s) FROM orders_by_key"))
        .isEqualTo(
            List.of(
                List.of(
                    (long) acknowledged.size(),
                    acknowledged.stream().mapToLong(Long::longValue).sum())));
  }

  private void checkSink() throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(output())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0)).as(file.toString()).isEqualTo("n,k,v");
        rows.addAll(lines.subList(1, lines.size()));
      }
    }
    assertThat(rows).containsExactlyInAnyOrderElementsOf(expectedSinkRows);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<List<Long>> query(Connection connection, String sql) throws SQLException {
    List<List<Long>> rows = new ArrayList<>();
    try (var statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<Long> row = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          row.add(result.getLong(column));
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
