package io.millrace.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.executor.engine.StateBackendKind;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.config.Setting;
import io.millrace.server.statement.SqlClient;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening, closing, crashing and opening again. */
final class DatabaseTest {
  private static final String[] PROGRAM = {
    "CREATE SOURCE numbers (n BIGINT, k INT) WITH ('connector' = 'datagen',"
        + " 'number-of-rows' = '1000', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1',"
        + " 'fields.n.end' = '1000', 'fields.k.min' = '7', 'fields.k.max' = '7')",
    "CREATE TABLE items (id INT PRIMARY KEY, name VARCHAR DEFAULT 'none')",
    "CREATE VIEW even AS SELECT n, k FROM numbers WHERE MOD(n, 2) = 0",
    "CREATE MATERIALIZED VIEW sums AS SELECT k, SUM(n) AS total FROM even GROUP BY k"
  };

  @TempDir Path parent;

  private DatabaseConfig config() {
    return DatabaseConfig.at(parent.resolve("data")).withWorkers(2);
  }

  private static MillraceException failureOf(DatabaseConfig config) {
    MillraceException failure =
        catchThrowableOfType(MillraceException.class, () -> Database.open(config).close());
    assertThat(failure).as("opening should have failed").isNotNull();
    return failure;
  }

  private static void assertProgramRuns(Database database) {
    try (SqlClient sql = new SqlClient(database)) {
      database.awaitBoundedSources();
      assertThat(sql.rows("SELECT * FROM sums")).containsExactly("7|250500");
      assertThat(sql.rows("SHOW CREATE TABLE items")).containsExactly("items|" + PROGRAM[1]);
      assertThat(sql.rows("DESCRIBE items"))
          .containsExactly("id|INTEGER|NO|PRIMARY KEY|null", "name|VARCHAR|YES|null|'none'");
      assertThat(database.catalog().dependents(java.util.Set.of("numbers")))
          .extracting(entry -> entry.name())
          .containsExactly("even", "sums");
    }
  }

  @Test
  void keepsEverythingOverARestart() {
    try (Database database = Database.open(config());
        SqlClient sql = new SqlClient(database)) {
      sql.run(PROGRAM);
      assertProgramRuns(database);
    }
    try (Database database = Database.open(config())) {
      assertProgramRuns(database);
    }
  }

  @Test
  void keepsEverythingOverACrash() {
    Database crashed = Database.open(config().withCheckpointInterval(Duration.ZERO));
    try (SqlClient sql = new SqlClient(crashed)) {
      sql.run(PROGRAM);
    } finally {
      crashed.abort();
    }
    Database crashedAgain = Database.open(config());
    try {
      assertProgramRuns(crashedAgain);
      assertThat(crashedAgain.checkpoint()).isPositive();
    } finally {
      crashedAgain.abort();
    }
    try (Database database = Database.open(config())) {
      assertProgramRuns(database);
    }
  }

  @Test
  void neverGivesAnIdTwice() {
    Database crashed = Database.open(config());
    long first;
    try (SqlClient sql = new SqlClient(crashed)) {
      sql.run("CREATE TABLE t (a INT)");
      first = crashed.catalog().entry("t").orElseThrow().spec().orElseThrow().id();
      sql.run("DROP TABLE t");
    } finally {
      crashed.abort();
    }
    try (Database database = Database.open(config());
        SqlClient sql = new SqlClient(database)) {
      sql.run("CREATE TABLE t (a INT)");
      assertThat(database.catalog().entry("t").orElseThrow().spec().orElseThrow().id())
          .isGreaterThan(first);
    }
  }

  @Test
  void letsNobodyElseIntoItsDirectory() {
    try (Database database = Database.open(config());
        SqlClient sql = new SqlClient(database)) {
      for (int i = 0; i < 2; i++) {
        MillraceException refused = failureOf(config());
        assertThat(refused.code()).isEqualTo(ErrorCode.DATA_DIRECTORY_IN_USE);
        assertThat(refused).hasMessageContaining("in use by this process");
      }
      sql.run("CREATE TABLE t (a INT)");
    }
    Database.open(config()).close();
  }

  @Test
  void saysWhichProcessHasTheDirectory() throws IOException, InterruptedException {
    Database.open(config()).close();
    Path lock = parent.resolve("data").resolve("lock");
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LockHolder.class.getName(),
                lock.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(other.getInputStream().read()).isEqualTo('x');
      MillraceException refused = failureOf(config());
      assertThat(refused.code()).isEqualTo(ErrorCode.DATA_DIRECTORY_IN_USE);
      assertThat(refused).hasMessageContaining("in use by the process " + other.pid());
    } finally {
      other.destroyForcibly().waitFor();
    }
    Database.open(config()).close();
  }

  /** Locks a file as a database of another process would. */
  public static final class LockHolder {
    public static void main(String[] arguments) throws IOException {
      try (FileChannel channel =
          FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
        channel.lock();
        channel.truncate(0);
        String pid = Long.toString(ProcessHandle.current().pid());
        channel.write(StandardCharsets.UTF_8.encode(pid));
        System.out.write('x');
        System.out.flush();
        System.in.read();
      }
    }
  }

  @Test
  void goesOnWithTheWorkersThatTheDirectoryWasWrittenWith() {
    DatabaseConfig unsaid = DatabaseConfig.at(parent.resolve("data"));
    Database.open(unsaid.withWorkers(3).withStateBackend(StateBackendKind.MEMORY)).close();
    try (Database database = Database.open(unsaid);
        SqlClient sql = new SqlClient(database)) {
      assertThat(database.settings())
          .filteredOn(setting -> setting.name().matches("workers|state_backend"))
          .extracting(Setting::value)
          .containsExactlyInAnyOrder("3", "memory");
      sql.run("CREATE TABLE t (a INT)");
      database.checkpoint();
    }

    MillraceException backend = failureOf(unsaid.withStateBackend(StateBackendKind.ROCKSDB));
    assertThat(backend.code()).isEqualTo(ErrorCode.INCOMPATIBLE_STATE);
    Database.open(unsaid).close();
  }

  @Test
  void goesOnWithAnotherNumberOfWorkersFromThenOn() {
    DatabaseConfig config = DatabaseConfig.at(parent.resolve("data"));
    try (Database database = Database.open(config.withWorkers(2));
        SqlClient sql = new SqlClient(database)) {
      for (String statement : PROGRAM) {
        sql.run(statement);
      }
      sql.run("INSERT INTO items (id) VALUES (1), (2), (3), (4), (5)");
      assertProgramRuns(database);
    }
    for (int workers : new int[] {3, 1}) {
      Database.open(config.withWorkers(workers)).close();
      try (Database database = Database.open(config);
          SqlClient sql = new SqlClient(database)) {
        assertThat(database.settings()).contains(workers(workers));
        assertProgramRuns(database);
        sql.run("UPDATE items SET name = '" + workers + "' WHERE id <= 2");
        assertThat(sql.rows("SELECT name, COUNT(*) FROM items GROUP BY name ORDER BY name"))
            .containsExactly(workers + "|2", "none|3");
      }
    }
    MillraceException refused = failureOf(config.withWorkers(129));
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_OPTION);
    assertThat(refused).hasMessageContaining("can have at most 128 workers, not 129");
  }

  private static Setting workers(int number) {
    return new Setting("workers", Integer.toString(number), "threads that compute");
  }

  @Test
  void isPrivateToItsOwner() throws IOException {
    try (Database database = Database.open(config());
        SqlClient sql = new SqlClient(database)) {
      sql.run("CREATE TABLE t (a INT)");
      Path directory = database.dataDirectory();
      assertThat(permissions(directory)).isEqualTo("rwx------");
      for (String file : List.of("lock", "catalog.json", "database.json")) {
        assertThat(permissions(directory.resolve(file))).as(file).isEqualTo("rw-------");
      }
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void refusesADirectoryOfSomethingElse() throws IOException {
    Files.createDirectory(parent.resolve("data"));
    Files.writeString(parent.resolve("data").resolve("letter.txt"), "Dear");

    MillraceException refused = failureOf(config());
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_OPTION);
    assertThat(refused).hasMessageContaining("'letter.txt'");
    assertThat(parent.resolve("data").resolve("letter.txt")).exists();
  }

  @Test
  void refusesAFileForADirectory() throws IOException {
    Files.writeString(parent.resolve("data"), "");

    assertThat(failureOf(config()).code()).isEqualTo(ErrorCode.IO_ERROR);
  }

  @Test
  void namesADamagedCatalog() throws IOException {
    Path catalog = parent.resolve("data").resolve("catalog.json");
    try (Database database = Database.open(config());
        SqlClient sql = new SqlClient(database)) {
      sql.run("CREATE TABLE t (a INT)");
    }
    String intact = Files.readString(catalog);

    Files.writeString(catalog, intact.replace("\"t\"", "\"u\""));
    MillraceException damaged = failureOf(config());
    assertThat(damaged.code()).isEqualTo(ErrorCode.CORRUPTED_DATA);
    assertThat(damaged).hasMessageContaining(catalog.toString());

    Files.writeString(catalog, "");
    assertThat(failureOf(config()).code()).isEqualTo(ErrorCode.CORRUPTED_DATA);

    Files.writeString(catalog, intact);
    Database.open(config()).close();
  }

  @Test
  void leavesNothingOfADatabaseInMemory() {
    Path directory;
    try (Database database = Database.open(DatabaseConfig.inMemory().withWorkers(1))) {
      directory = database.dataDirectory();
      assertThat(directory).isDirectory();
    }
    assertThat(directory).doesNotExist();
  }

  @Test
  void refusesStatementsAfterItsEnd() {
    Database database = Database.open(config());
    SqlClient sql = new SqlClient(database);
    sql.run("CREATE TABLE t (a INT)");
    database.close();

    assertThat(sql.error("SELECT * FROM t").code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(sql.error("CREATE TABLE u (a INT)").code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(sql.error("CHECKPOINT").code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
  }

  @Test
  void refusesToBeginEmptyWhenTheCatalogOrTheLogIsLost() throws IOException {
    try (Database database = Database.open(config());
        SqlClient sql = new SqlClient(database)) {
      sql.run("CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1)");
    }
    Path data = parent.resolve("data");
    Path catalog = data.resolve("catalog.json");
    Files.move(catalog, parent.resolve("kept"));
    MillraceException failure = failureOf(config());
    assertThat(failure.code()).isEqualTo(ErrorCode.CORRUPTED_DATA);
    assertThat(failure).hasMessageContaining(catalog + " is missing");
    Files.move(parent.resolve("kept"), catalog);

    Files.move(data.resolve("log"), parent.resolve("log"));
    assertThat(failureOf(config())).hasMessageContaining("table log").hasMessageContaining("cut");
    Files.delete(data.resolve("log/0000000000000000.log"));
    Files.delete(data.resolve("log"));
    Files.move(parent.resolve("log"), data.resolve("log"));
    try (Database database = Database.open(config());
        SqlClient sql = new SqlClient(database)) {
      assertThat(sql.rows("SELECT a FROM t")).containsExactly("1");
    }
  }

  @Test
  void aFileIsNoDataDirectory() throws IOException {
    Files.writeString(parent.resolve("data"), "x");
    assertThat(failureOf(config())).hasMessageContaining("data is there already.");
  }

  @Test
  void aDatabaseWithoutRelationsHasACatalogToo() {
    Database.open(config()).close();
    assertThat(parent.resolve("data/catalog.json")).exists();
    Database.open(config()).close();
  }
}
