package io.millrace.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.type.Column;
import io.millrace.parser.MillraceParser;
import io.millrace.parser.ddl.SqlSubscribe;
import io.millrace.server.result.RowCursor;
import io.millrace.server.testing.QueryFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubscriptionsTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path directory;
  private QueryFixture database;

  @BeforeEach
  void open() {
    database =
        new QueryFixture(directory)
            .create(
                """
                CREATE TABLE sales (item INT, amount INT);
                CREATE MATERIALIZED VIEW totals AS
                  SELECT item, SUM(amount) AS total FROM sales GROUP BY item;
                CREATE VIEW plain AS SELECT item FROM sales;
                CREATE SOURCE numbers (k BIGINT)
                  WITH ('connector' = 'datagen', 'rows-per-second' = '1');
                """);
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** Adds up weights until the rows are as wanted. */
  private static Map<List<Object>, Long> follow(
      RowCursor cursor, Map<List<Object>, Long> content, Map<List<Object>, Long> wanted) {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!content.equals(wanted)) {
      assertThat(System.nanoTime()).as("%s is not yet %s", content, wanted).isLessThan(deadline);
      for (Object[] row : cursor.next(3, Duration.ofMillis(100))) {
        List<Object> values = Arrays.asList(row).subList(2, row.length);
        if (content.merge(values, (Long) row[1], Long::sum) == 0) {
          content.remove(values);
        }
      }
    }
    return content;
  }

  private Map<List<Object>, Long> content(String relation) {
    Map<List<Object>, Long> content = new HashMap<>();
    database.query("SELECT * FROM " + relation).forEach(row -> content.merge(row, 1L, Long::sum));
    return content;
  }

  @Test
  void changesCarryEpochWeightAndRow() {
    SqlSubscribe statement = (SqlSubscribe) MillraceParser.parseStatement("SUBSCRIBE TO totals");
    assertThat(
            database.queries().rowType(statement, database.catalog()).columns().stream()
                .map(Column::name))
        .containsExactly("epoch", "weight", "item", "total");
    database.execute("INSERT INTO sales VALUES (1, 10), (2, 20)");
    database.text("SELECT * FROM totals");
    try (RowCursor cursor = database.subscribe("SUBSCRIBE TO totals")) {
      List<Object[]> rows = new ArrayList<>();
      while (rows.size() < 2) {
        rows.addAll(cursor.next(10, LONG));
      }
      assertThat(rows).allSatisfy(row -> assertThat(row[1]).isEqualTo(1L));
      assertThat(cursor.next(10, Duration.ZERO)).isEmpty();
      database.execute("INSERT INTO sales VALUES (1, 5)");
      List<Object[]> changes = new ArrayList<>();
      while (changes.size() < 2) {
        changes.addAll(cursor.next(10, LONG));
      }
      Map<Object, String> byWeight = new TreeMap<>();
      changes.forEach(row -> byWeight.put(row[1], row[2] + "," + row[3]));
      assertThat(byWeight).hasToString("{-1=1,10, 1=1,15}");
      assertThat(changes.get(0)[0]).isEqualTo(changes.get(1)[0]);
      assertThat((Long) changes.get(0)[0]).isGreaterThan((Long) rows.get(0)[0]);
      assertThat(cursor.ended()).isFalse();
    }
  }

  @Test
  void sumsOfWeightsAreTheContent() {
    Random random = new Random(7);
    try (RowCursor totals = database.subscribe("SUBSCRIBE TO totals");
        RowCursor sales = database.subscribe("SUBSCRIBE sales WITH (SNAPSHOT = FALSE)")) {
      Map<List<Object>, Long> totalsSoFar = new HashMap<>();
      Map<List<Object>, Long> salesSoFar = new HashMap<>();
      for (int i = 0; i < 20; i++) {
        int item = random.nextInt(4);
        switch (random.nextInt(4)) {
          case 0 -> database.execute("DELETE FROM sales WHERE item = ?", item);
          case 1 -> database.execute("UPDATE sales SET amount = amount + 1 WHERE item <= ?", item);
          default -> database.execute("INSERT INTO sales VALUES (?, ?), (?, 1)", item, i % 3, item);
        }
        follow(totals, totalsSoFar, content("totals"));
        follow(sales, salesSoFar, content("sales"));
      }
    }
  }

  @Test
  void withoutSnapshotOnlyChangesCome() {
    database.execute("INSERT INTO sales VALUES (1, 10)");
    database.text("SELECT * FROM sales");
    try (RowCursor cursor = database.subscribe("SUBSCRIBE TO sales WITH (SNAPSHOT = FALSE)")) {
      assertThat(cursor.next(10, Duration.ZERO)).isEmpty();
      database.execute("INSERT INTO sales VALUES (2, 20)");
      assertThat(cursor.next(10, LONG))
          .singleElement()
          .satisfies(
              row -> assertThat(Arrays.asList(row).subList(1, 4)).containsExactly(1L, 2, 20));
    }
  }

  @Test
  void cancellingEndsAWait() throws InterruptedException {
    RowCursor cursor = database.subscribe("SUBSCRIBE TO totals");
    Thread other = new Thread(cursor::cancel);
    other.start();
    assertFails(
        () -> {
          while (true) {
            cursor.next(1, LONG);
          }
        },
        ErrorCode.CANCELLED);
    other.join();
    assertFails(() -> cursor.next(1, Duration.ZERO), ErrorCode.CANCELLED);
    cursor.close();
  }

  @Test
  void onlyTablesAndMaterializedViewsAreSubscribedTo() {
    assertFails(() -> database.subscribe("SUBSCRIBE TO plain"), ErrorCode.WRONG_RELATION_KIND);
    assertFails(() -> database.subscribe("SUBSCRIBE TO numbers"), ErrorCode.WRONG_RELATION_KIND);
    assertFails(() -> database.subscribe("SUBSCRIBE TO total"), ErrorCode.UNKNOWN_RELATION);
  }

  private static void assertFails(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable work, ErrorCode code) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            MillraceException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }
}
