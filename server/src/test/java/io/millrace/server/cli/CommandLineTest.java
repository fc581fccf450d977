package io.millrace.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands with their exit codes and outputs, in this process. */
final class CommandLineTest {
  @TempDir Path directory;

  private record Result(int exitCode, String out, String err) {}

  private static Result execute(String... arguments) {
    return execute(Map.of(), arguments);
  }

  private static Result execute(Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        MillraceCommand.commandLine(environment)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new Result(exitCode, out.toString(), err.toString());
  }

  private Result run(String sql, String... options) throws IOException {
    Path script = Files.writeString(directory.resolve("script.sql"), sql);
    String[] arguments = new String[options.length + 2];
    arguments[0] = "run";
    arguments[1] = script.toString();
    System.arraycopy(options, 0, arguments, 2, options.length);
    return execute(arguments);
  }

  @Test
  void explainsItself() {
    assertThat(execute("--help").out()).contains("server", "sql", "run", "demo");
    assertThat(execute("--version").out()).startsWith("Millrace ");
    for (String command : new String[] {"server", "sql", "run", "demo"}) {
      Result help = execute(command, "--help");
      assertThat(help.exitCode()).as(command).isZero();
      assertThat(help.out()).contains("Usage: millrace " + command);
      assertThat(execute(command, "--version").out()).startsWith("Millrace ");
    }
  }

  @Test
  void suggestsTheCommandThatWasMeant() {
    Result result = execute("sever");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("server");
  }

  @Test
  void namesOptionsAsTheyWereWritten() {
    Result result = execute("server", "--epoch-interval", "soon");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--epoch-interval must be a duration").contains("'soon'");
  }

  @Test
  void suggestsTheOptionThatWasMeantAndRefusesImpossiblePorts() {
    Result misspelt = execute("server", "--prt", "1");
    assertThat(misspelt.exitCode()).isEqualTo(2);
    assertThat(misspelt.err())
        .contains("'--prt'")
        .contains("mean --port?")
        .contains("server --help");
    for (String port : new String[] {"-1", "65536"}) {
      Result result = execute("server", "--port=" + port);
      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.err()).contains("--port must be a whole number from 0 to 65535");
    }
  }

  @Test
  void saysWhatTheUrlOfADatabaseLooksLike() {
    Result result = execute("sql", "localhost:8765", "-e", "SELECT 1");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("must begin with jdbc:millrace:")
        .contains("'localhost:8765'");
  }

  @Test
  void runsAScript() throws IOException {
    Path input = directory.resolve("in.csv");
    Files.writeString(input, "k,v\na,1\nb,2\na,3\n");
    Result result =
        run(
            "CREATE SOURCE s (k VARCHAR, v INTEGER) WITH ('connector' = 'filesystem', 'path' = '"
                + input
                + "', 'format' = 'csv');\n"
                + "CREATE MATERIALIZED VIEW sums AS SELECT k, SUM(v) AS total FROM s GROUP BY k;\n"
                + "SELECT * FROM sums ORDER BY k;",
            "--format",
            "csv");
    assertThat(result.err()).contains("CREATE SOURCE").contains("CREATE MATERIALIZED VIEW");
    assertThat(result.out()).isEqualTo("k,total\na,4\nb,2\n");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void writesResultsAsAsked() throws IOException {
    String sql =
        "SELECT * FROM (VALUES (1, 'a,\"b\"', 1.50, TIMESTAMP '2024-01-02 03:04:05'),"
            + " (20, '', CAST(NULL AS DECIMAL(3, 2)), TIMESTAMP '1969-12-31 23:59:59'))"
            + " AS t(id, name, price, at_time) ORDER BY id;";
    assertThat(run(sql, "--format", "csv").out())
        .isEqualTo(
            """
            id,name,price,at_time
            1,"a,""b""\",1.50,2024-01-02 03:04:05
            20,"",,1969-12-31 23:59:59
            """);
    assertThat(run(sql, "--format", "json").out())
        .isEqualTo(
            """
            {"id":1,"name":"a,\\"b\\"","price":1.50,"at_time":"2024-01-02 03:04:05"}
            {"id":20,"name":"","price":null,"at_time":"1969-12-31 23:59:59"}
            """);
    assertThat(run(sql).out())
        .isEqualTo(
            """
            id | name  | price | at_time
            ---+-------+-------+--------------------
             1 | a,"b" |  1.50 | 2024-01-02 03:04:05
            20 |       |  NULL | 1969-12-31 23:59:59
            """);
  }

  @Test
  void endsAtTheFirstErrorAndSaysWhere() throws IOException {
    Result result =
        run("SELECT 1 AS one;\n\nSELECT\n  oen FROM (VALUES (1)) AS t(one);\nSELECT 3;");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("script.sql:4:3: ");
    assertThat(result.out()).contains("one").doesNotContain("3");
    assertThat(run("SELECT 1;\n  SELEC 2;").err()).contains("script.sql:2:3: ");
    // Errors of values know no place, so the statement's beginning is told.
    assertThat(run("\n SELECT 1 / (x - 1) FROM (VALUES (1)) AS t(x);").err())
        .contains("script.sql:2:2: ");
  }

  @Test
  void saysWhichFileIsMissing() {
    Result result = execute("run", directory.resolve("none.sql").toString());
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("none.sql");
  }

  @Test
  void keepsADataDirectory() throws IOException {
    String data = directory.resolve("data").toString();
    assertThat(run("CREATE TABLE kept (id BIGINT);", "--data-dir", data).exitCode()).isZero();
    assertThat(run("SHOW TABLES;", "--data-dir", data, "--format", "csv").out())
        .isEqualTo("name\nkept\n");
  }

  @Test
  void talksToADatabaseByJdbc() {
    Result result =
        execute(
            "sql",
            "jdbc:millrace:memory:",
            "--format",
            "csv",
            "-e",
            "CREATE TABLE t (id BIGINT); SHOW TABLES",
            "-e",
            "SELECT CAST(1.5 AS DECIMAL(5, 2)) AS d, TIMESTAMP '2024-01-02 03:04:05' AS ts,"
                + " DATE '2024-01-02' AS da, CAST(NULL AS VARCHAR) AS n, X'0a' AS b");
    assertThat(result.err()).isEqualTo("done" + System.lineSeparator());
    assertThat(result.out())
        .isEqualTo("name\nt\n\nd,ts,da,n,b\n1.50,2024-01-02 03:04:05,2024-01-02,,0a\n");
    assertThat(result.exitCode()).isZero();
    Result wrong = execute("sql", "jdbc:millrace:memory:", "-e", "SELECT * FROM nowhere");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).contains("nowhere").contains("42P01");
  }

  @Test
  void saysThatNoServerIsThere() {
    Result result = execute("sql", "jdbc:millrace://127.0.0.1:1/", "-e", "SELECT 1");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("127.0.0.1:1");
  }

  @Test
  void aPortInUseIsNoServer() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Result result =
          execute(
              "server",
              "--data-dir",
              directory.resolve("data").toString(),
              "--port",
              String.valueOf(taken.getLocalPort()));
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.err()).contains(":" + taken.getLocalPort()).contains("--port");
    }
  }

  @Test
  void theDemoEndsWhenAllFlightsHaveCome() {
    String home = Path.of("..").toAbsolutePath().normalize().toString();
    Result result =
        execute(
            Map.of("MILLRACE_HOME", home),
            "demo",
            "--port",
            "0",
            "--exit-when-done",
            "--rows-per-second",
            "50000");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains("is ready: jdbc:millrace://127.0.0.1:")
        .contains("20,000 of 20,000 flights; most from DFW 1103, ORD 1095, ATL 846, LAX 777")
        .contains("All flights have come.");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void theDemoSaysWhereItsDataShouldBe() {
    Result result = execute(Map.of("MILLRACE_HOME", directory.toString()), "demo", "--port", "0");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("flights.csv").contains("MILLRACE_HOME");
  }
}
