package io.millrace.server.dml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.TypeKind;
import io.millrace.parser.MillraceParser;
import io.millrace.server.testing.QueryFixture;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableChangesTest {
  private static final String SCHEMA =
      """
      CREATE TABLE items (id BIGINT PRIMARY KEY, name VARCHAR(5) NOT NULL, price DECIMAL(6, 2));
      CREATE TABLE bag (a INT, b VARCHAR);
      CREATE TABLE pairs (a INT, b VARCHAR, v INT DEFAULT 7, PRIMARY KEY (b, a));
      CREATE TABLE everything (b BOOLEAN, t TINYINT, s SMALLINT, i INT, l BIGINT, r REAL, d DOUBLE,
        n DECIMAL(10, 2), v VARCHAR, x VARBINARY, da DATE, ti TIME(3), ts TIMESTAMP(3));
      CREATE TABLE stamped (id INT PRIMARY KEY, at TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP,
        state VARCHAR DEFAULT 'new', n INT DEFAULT 2 + 3);
      CREATE MATERIALIZED VIEW sums AS SELECT a, COUNT(*) AS n FROM bag GROUP BY a;
      CREATE VIEW dear AS SELECT * FROM items WHERE price > 5;
      CREATE SOURCE numbers (k BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1');
      """;

  @TempDir Path directory;
  private QueryFixture database;

  @BeforeEach
  void open() {
    database = new QueryFixture(directory).create(SCHEMA);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void insertedRowsAreThere() {
    assertThat(database.execute("INSERT INTO items VALUES (1, 'pen', 1.5), (2, 'ink', NULL)"))
        .isEqualTo(2);
    assertThat(database.execute("INSERT INTO items (name, id) VALUES (UPPER('x'), 1 + 2)"))
        .isEqualTo(1);
    assertThat(database.text("SELECT * FROM items ORDER BY id"))
        .isEqualTo("1,pen,1.50;2,ink,null;3,X,null");
  }

  @Test
  void columnsThatAreLeftOutGetTheirDefaults() {
    database.execute("INSERT INTO pairs (b, a) VALUES ('x', 1), ('y', 2)");
    database.execute("INSERT INTO pairs VALUES (3, 'z', DEFAULT), (4, 'z', NULL)");
    database.execute("INSERT INTO pairs (a, b) SELECT a + 10, b FROM pairs WHERE a = 1");
    assertThat(database.text("SELECT * FROM pairs ORDER BY a"))
        .isEqualTo("1,x,7;2,y,7;3,z,7;4,z,null;11,x,7");
    database.execute("INSERT INTO stamped (id) VALUES (1), (2)");
    assertThat(
            database.text(
                "SELECT COUNT(*), COUNT(DISTINCT at), MIN(n), MIN(state) FROM stamped WHERE at >"
                    + " TIMESTAMP '2020-01-01 00:00:00'"))
        .isEqualTo("2,1,5,new");
  }

  @Test
  void valuesOfAllTypesCanBeWritten() {
    database.execute(
        "INSERT INTO everything VALUES (TRUE, -1, 2, 3, 4, 1.5, 2.5e0, 1.5, 'text', X'01fe', DATE"
            + " '2022-01-08', TIME '01:00:00.123', TIMESTAMP '2023-11-14 22:13:20.123')");
    database.execute(
        "INSERT INTO everything VALUES ('true', '-1', '2', '3', '4', '1.5', '2.5', '1.5', 'text',"
            + " X'01fe', '2022-01-08', '01:00:00.123', '2023-11-14 22:13:20.123')");
    Object[] values = {
      true,
      (byte) -1,
      (short) 2,
      3,
      4L,
      1.5f,
      2.5,
      new BigDecimal("1.50"),
      "text",
      new byte[] {1, -2},
      19000,
      3_600_123,
      1_700_000_000_123L
    };
    String marks = IntStream.range(0, 13).mapToObj(i -> "?").collect(Collectors.joining(", "));
    database.execute("INSERT INTO everything VALUES (" + marks + ")", values);
    database.execute("INSERT INTO everything SELECT " + marks, values);
    List<List<Object>> rows = database.query("SELECT * FROM everything");
    assertThat(rows).hasSize(4);
    rows.forEach(row -> assertThat(row.toArray()).usingRecursiveComparison().isEqualTo(values));
    assertThat(
            database.execute(
                "UPDATE everything SET b = ?, t = ?, s = ?, i = ?, l = ?, r = ?, d = ?, n = ?, v ="
                    + " ?, x = ?, da = ?, ti = ?, ts = ?",
                new Object[13]))
        .isEqualTo(4);
    assertThat(database.query("SELECT * FROM everything"))
        .hasSize(4)
        .allSatisfy(row -> assertThat(row).containsOnlyNulls());
  }

  @Test
  void numbersAreRoundedToTheColumn() {
    database.execute("INSERT INTO everything (i, n, d) VALUES (2.5, 1.005, 3)");
    database.execute("INSERT INTO everything (i, n, d) SELECT 2.5, 1.005, 3");
    database.execute("INSERT INTO everything (i, n, d) VALUES (5.0 / 2, 1.0050 + 0, 1 + 2)");
    assertThat(database.text("SELECT i, n, d FROM everything"))
        .isEqualTo("3,1.01,3.0;3,1.01,3.0;3,1.01,3.0");
    assertThat(database.text("SELECT CAST(2.5 AS INT) AS x")).isEqualTo("3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          INSERT INTO items VALUES (1, NULL, 1)                         | NOT_NULL_VIOLATION   | Column 'name' of 'items', row 1
          INSERT INTO items VALUES (2, 'a', 1), (NULL, 'b', 1)          | NOT_NULL_VIOLATION   | Column 'id' of 'items', row 2
          INSERT INTO items (id) VALUES (2)                             | NOT_NULL_VIOLATION   | Column 'name'
          INSERT INTO items SELECT 5, CAST(NULL AS VARCHAR), 1          | NOT_NULL_VIOLATION   | Column 'name'
          UPDATE items SET name = NULL WHERE id = 1                     | NOT_NULL_VIOLATION   | Column 'name'
          INSERT INTO items VALUES (1, 'a', 1)                          | UNIQUE_VIOLATION     | (id = 1)
          INSERT INTO items VALUES (7, 'a', 1), (7, 'b', 1)             | UNIQUE_VIOLATION     | (id = 7)
          INSERT INTO items SELECT id, name, price FROM items           | UNIQUE_VIOLATION     | (id =
          UPDATE items SET id = 2                                       | UNIQUE_VIOLATION     | (id = 2)
          UPDATE items SET id = 2 WHERE id = 1                          | UNIQUE_VIOLATION     | (id = 2)
          INSERT INTO items VALUES (3, 'a', 12345.5)                    | NUMERIC_OUT_OF_RANGE | Column 'price'
          INSERT INTO items VALUES (3, 'a', 12345 + 0.5)                | NUMERIC_OUT_OF_RANGE | Column 'price'
          INSERT INTO everything (t) VALUES (128)                       | NUMERIC_OUT_OF_RANGE | Column 't'
          INSERT INTO everything (l) VALUES (1e30)                      | NUMERIC_OUT_OF_RANGE | Column 'l'
          INSERT INTO items VALUES (3, 'abcdef', 1)                     | STRING_TOO_LONG      | Column 'name'
          UPDATE items SET name = CONCAT(name, '123')                   | STRING_TOO_LONG      | Column 'name'
          INSERT INTO everything (i) VALUES ('x')                       | INVALID_VALUE        | 'x' is no INTEGER
          INSERT INTO everything (da) VALUES ('2024-02-30')             | INVALID_VALUE        | '2024-02-30' is no DATE
          INSERT INTO everything (i) VALUES (TRUE)                      | TYPE_MISMATCH        | column 'i' is INTEGER
          INSERT INTO everything (i) SELECT TRUE                        | TYPE_MISMATCH        | column 'i' is INTEGER
          UPDATE everything SET i = TRUE                                | TYPE_MISMATCH        | column 'i' is INTEGER
          INSERT INTO everything (i) VALUES (1 / 0)                     | DIVISION_BY_ZERO     | zero
          UPDATE items SET price = 1 / (id - 1)                         | DIVISION_BY_ZERO     | zero
          INSERT INTO items VALUES (1, 'a')                             | INVALID_STATEMENT    | needs 3 values
          INSERT INTO items (id, nam) VALUES (1, 'a')                   | UNKNOWN_COLUMN       | did you mean 'name'
          INSERT INTO items (id, id) VALUES (1, 2)                      | DUPLICATE_COLUMN     | 'id' is assigned twice
          UPDATE items SET nam = 'x'                                    | UNKNOWN_COLUMN       | did you mean 'name'
          DELETE FROM items WHERE nam = 'x'                             | UNKNOWN_COLUMN       | did you mean 'name'
          INSERT INTO itemz VALUES (1)                                  | UNKNOWN_RELATION     | did you mean 'items'
          INSERT INTO sums VALUES (1, 1)                                | WRONG_RELATION_KIND  | 'sums' is a materialized view
          DELETE FROM dear                                              | WRONG_RELATION_KIND  | 'dear' is a view
          UPDATE numbers SET k = 1                                      | WRONG_RELATION_KIND  | 'numbers' is a source
          """)
  void whatIsWrongChangesNothing(String sql, ErrorCode code, String message) {
    database.execute("INSERT INTO items VALUES (1, 'pen', 1.5), (2, 'ink', NULL)");
    assertThatThrownBy(() -> database.execute(sql))
        .isInstanceOfSatisfying(
            MillraceException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContaining(message);
    assertThat(database.text("SELECT * FROM items ORDER BY id")).isEqualTo("1,pen,1.50;2,ink,null");
    assertThat(database.text("SELECT COUNT(*) FROM everything")).isEqualTo("0");
  }

  @Test
  void updatesSeeTheRowsAsTheyWere() {
    database.execute("INSERT INTO items VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)");
    assertThat(database.execute("UPDATE items SET id = id + 1, price = price + id")).isEqualTo(3);
    assertThat(database.text("SELECT * FROM items ORDER BY id"))
        .isEqualTo("2,a,2.00;3,b,4.00;4,c,6.00");
    assertThat(database.execute("UPDATE items SET id = 5 - id WHERE id IN (2, 3)")).isEqualTo(2);
    assertThat(database.text("SELECT id, name FROM items ORDER BY id")).isEqualTo("2,b;3,a;4,c");
    assertThat(
            database.execute(
                "UPDATE items AS i SET price = (SELECT COUNT(*) FROM items x WHERE x.id < i.id)"
                    + " WHERE i.id > ?",
                2L))
        .isEqualTo(2);
    assertThat(database.text("SELECT price FROM items ORDER BY id")).isEqualTo("4.00;1.00;2.00");
    assertThat(database.execute("UPDATE items SET name = name")).isEqualTo(3);
  }

  @Test
  void rowsWithoutAKeyAreCounted() {
    database.execute("INSERT INTO bag VALUES (1, 'x'), (1, 'x'), (2, 'y'), (1, NULL)");
    database.execute("INSERT INTO bag SELECT * FROM bag WHERE a = 2");
    assertThat(database.text("SELECT * FROM sums ORDER BY a")).isEqualTo("1,3;2,2");
    assertThat(database.execute("UPDATE bag SET a = a + 1 WHERE b = 'x'")).isEqualTo(2);
    assertThat(database.text("SELECT * FROM sums ORDER BY a")).isEqualTo("1,1;2,4");
    assertThat(database.execute("DELETE FROM bag WHERE b = 'x'")).isEqualTo(2);
    assertThat(database.text("SELECT * FROM bag ORDER BY a, b")).isEqualTo("1,null;2,y;2,y");
    assertThat(database.execute("DELETE FROM bag")).isEqualTo(3);
    assertThat(database.text("SELECT * FROM sums")).isEmpty();
    assertThat(database.execute("DELETE FROM bag")).isZero();
  }

  @Test
  void parametersHaveTheTypesOfTheirColumns() {
    PlannedChange insert =
        database
            .changes()
            .plan(
                MillraceParser.parseStatement(
                    "INSERT INTO items VALUES (?, 'a' || CAST(? AS VARCHAR), ?)"),
                database.catalog());
    assertThat(insert.parameters().stream().map(type -> type.kind()))
        .containsExactly(TypeKind.BIGINT, TypeKind.VARCHAR, TypeKind.DECIMAL);
    assertThat(insert.tag()).isEqualTo("INSERT");
    for (long i = 0; i < 3; i++) {
      database
          .changes()
          .execute(
              insert, List.of(i, "b" + i, new BigDecimal("1.00")), new AtomicBoolean(), "somebody");
    }
    database.execute(
        "UPDATE items SET name = ?, price = price + ? WHERE id = ?",
        "new",
        new BigDecimal("1.50"),
        1L);
    assertThat(database.execute("DELETE FROM items WHERE id = ? OR name = ?", 0L, "none"))
        .isEqualTo(1);
    assertThat(database.text("SELECT * FROM items ORDER BY id")).isEqualTo("1,new,2.50;2,ab2,1.00");
    assertThatThrownBy(() -> database.execute("DELETE FROM items WHERE id = ?"))
        .hasMessageContaining("has 1 parameters");
  }

  @Test
  void aChangeByKeyLooksUp() {
    UpdatedRows update =
        (UpdatedRows)
            database
                .changes()
                .plan(
                    MillraceParser.parseStatement("UPDATE items SET price = 1 WHERE id = ?"),
                    database.catalog());
    assertThat(update.query().scans().get(0).lookups()).hasSize(1);
  }

  @Test
  void manyRowsAreInsertedByOneStatement() {
    String rows =
        IntStream.range(0, 100_000)
            .mapToObj(i -> "(" + i + ", 'n', " + i % 100 + ".5)")
            .collect(Collectors.joining(", "));
    assertThat(database.execute("INSERT INTO items VALUES " + rows)).isEqualTo(100_000);
    assertThat(database.execute("INSERT INTO items SELECT id + 100000, name, price FROM items"))
        .isEqualTo(100_000);
    assertThat(database.execute("UPDATE items SET id = id + 1")).isEqualTo(200_000);
    assertThat(database.text("SELECT COUNT(*), MIN(id), MAX(id) FROM items"))
        .isEqualTo("200000,1,200000");
    assertThat(database.execute("DELETE FROM items WHERE id > 10")).isEqualTo(199_990);
    assertThat(database.text("SELECT COUNT(*) FROM items")).isEqualTo("10");
  }

  @Test
  void concurrentInsertsAreGroupedAndKeysStayUnique() throws Exception {
    int clients = 8;
    int each = 50;
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Future<Integer>> results = new ArrayList<>();
      for (int client = 0; client < clients; client++) {
        int number = client;
        Callable<Integer> work =
            () -> {
              int refused = 0;
              for (int i = 0; i < each; i++) {
                // Each two clients want the same keys.
                long id = (number / 2) * 1000L + i;
                try {
                  database.execute("INSERT INTO items VALUES (?, ?, NULL)", id, "c" + number);
                } catch (MillraceException e) {
                  assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
                  refused++;
                }
              }
              return refused;
            };
        results.add(threads.submit(work));
      }
      int refused = 0;
      for (Future<Integer> result : results) {
        refused += result.get();
      }
      assertThat(refused).isEqualTo(clients / 2 * each);
      assertThat(database.text("SELECT COUNT(*) FROM items")).isEqualTo("" + clients / 2 * each);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void concurrentUpdatesLoseNothing() throws Exception {
    database.execute("INSERT INTO items VALUES (1, 'n', 0)");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int client = 0; client < 4; client++) {
        results.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 10; i++) {
                    database.execute("UPDATE items SET price = price + 1 WHERE id = 1");
                  }
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(database.text("SELECT price FROM items")).isEqualTo("40.00");
  }

  @Test
  void aCancelledChangeDoesNothing() {
    PlannedChange change =
        database
            .changes()
            .plan(
                MillraceParser.parseStatement("INSERT INTO items SELECT 1, 'a', 1"),
                database.catalog());
    assertThatThrownBy(
            () ->
                database.changes().execute(change, List.of(), new AtomicBoolean(true), "somebody"))
        .isInstanceOfSatisfying(
            MillraceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    assertThat(database.text("SELECT COUNT(*) FROM items")).isEqualTo("0");
  }

  @Test
  void keysOfBytesAndFloatingNumbersAreCompared() {
    database.create(
        """
        CREATE TABLE blobs (k VARBINARY PRIMARY KEY, v INT);
        CREATE TABLE doubles (k DOUBLE PRIMARY KEY);
        """);
    database.execute("INSERT INTO blobs VALUES (X'0102', 1), (X'0103', 2)");
    database.execute("INSERT INTO doubles VALUES (0.0), (?)", Double.NaN);
    assertThatThrownBy(() -> database.execute("INSERT INTO blobs VALUES (X'0103', 1)"))
        .hasMessageContaining(Arrays.toString(new byte[] {1, 3}));
    assertThatThrownBy(() -> database.execute("INSERT INTO doubles VALUES (?)", -0.0))
        .hasMessageContaining("primary key");
    assertThatThrownBy(() -> database.execute("INSERT INTO doubles VALUES (?)", Double.NaN))
        .hasMessageContaining("primary key");
    database.execute("UPDATE blobs SET k = X'0104' WHERE v = 2");
    database.execute("DELETE FROM doubles");
    assertThat(database.text("SELECT k FROM blobs ORDER BY v")).isEqualTo("[1, 2];[1, 4]");
  }
}
