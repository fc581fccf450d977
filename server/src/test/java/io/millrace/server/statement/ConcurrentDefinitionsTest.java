package io.millrace.server.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.server.config.DatabaseConfig;
import io.millrace.server.database.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Statements of several sessions at once, and statements that are cancelled. */
@Timeout(120)
final class ConcurrentDefinitionsTest {
  private Database database;
  private SqlClient sql;

  @BeforeEach
  void open() {
    database = Database.open(DatabaseConfig.inMemory().withWorkers(2));
    sql = new SqlClient(database);
    sql.run(
        "CREATE SOURCE numbers (n BIGINT) WITH ('connector' = 'datagen',"
            + " 'number-of-rows' = '1000000', 'fields.n.kind' = 'sequence',"
            + " 'fields.n.start' = '1', 'fields.n.end' = '1000000')",
        "CREATE MATERIALIZED VIEW kept AS SELECT n, COUNT(*) AS c FROM numbers GROUP BY n");
    database.awaitBoundedSources();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aCancelledCreationLeavesNothing() {
    String create = "CREATE MATERIALIZED VIEW copy AS SELECT n + 1 AS m, c FROM kept";
    AtomicBoolean cancelled = new AtomicBoolean(true);
    MillraceException error =
        catchThrowableOfType(
            MillraceException.class,
            () -> sql.session().prepare(create).execute(List.of(), cancelled));

    assertThat(error.code()).isEqualTo(ErrorCode.CANCELLED);
    assertThat(database.catalog().find("copy")).isEmpty();
    assertThat(database.engine().status().relations()).hasSize(2);
    sql.run(create);
    assertThat(sql.rows("SELECT COUNT(*), MAX(m) FROM copy")).containsExactly("1000000|1000001");
  }

  @Test
  void oneOfSeveralCreatesAName() {
    List<CompletableFuture<Boolean>> attempts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      attempts.add(
          CompletableFuture.supplyAsync(
              () -> {
                try (SqlClient client = new SqlClient(database)) {
                  client.run("CREATE MATERIALIZED VIEW once AS SELECT n FROM kept WHERE n < 10");
                  return true;
                } catch (MillraceException e) {
                  assertThat(e.code()).isEqualTo(ErrorCode.DUPLICATE_RELATION);
                  return false;
                }
              }));
    }
    assertThat(attempts.stream().map(CompletableFuture::join)).containsOnlyOnce(true);
    assertThat(sql.rows("SELECT COUNT(*) FROM once")).containsExactly("9");
  }

  @Test
  void noSavepointIsTakenWhileAViewIsFilled() {
    CompletableFuture<Void> filling =
        CompletableFuture.runAsync(
            () -> {
              try (SqlClient client = new SqlClient(database)) {
                client.run("CREATE MATERIALIZED VIEW slow AS SELECT c, n + 1 AS m FROM kept");
              }
            });
    MillraceException refused = null;
    for (int i = 0; refused == null && !filling.isDone(); i++) {
      String savepoint = "SAVEPOINT 'v" + i + "'";
      refused = catchThrowableOfType(MillraceException.class, () -> sql.run(savepoint));
    }
    filling.join();

    assertThat(refused).isNotNull();
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_STATEMENT);
    assertThat(refused).hasMessageStartingWith("The materialized view 'slow' is being created.");
    assertThat(sql.tag("SAVEPOINT 'after'")).isEqualTo("SAVEPOINT");
  }

  @Test
  void readersAndDropsGoOnWhileAViewIsFilled() {
    CompletableFuture<Void> filling =
        CompletableFuture.runAsync(
            () -> {
              try (SqlClient client = new SqlClient(database)) {
                client.run("CREATE MATERIALIZED VIEW slow AS SELECT c, n + 1 AS m FROM kept");
              }
            });
    sql.run("CREATE TABLE side (a INT)");
    assertThat(sql.rows("SELECT c FROM kept WHERE n = 77")).containsExactly("1");
    sql.run("DROP TABLE side");
    filling.join();

    assertThat(sql.error("DROP MATERIALIZED VIEW kept").code())
        .isEqualTo(ErrorCode.DEPENDENT_OBJECTS);
    sql.run("DROP MATERIALIZED VIEW kept CASCADE");
    assertThat(sql.rows("SHOW MATERIALIZED VIEWS")).isEmpty();
  }
}
