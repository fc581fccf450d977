package io.millrace.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deep, long and many: an answer or a clean error, never a stack overflow. */
final class LargeInputTest {

  /** The least stack that threads of the server are expected to have. */
  private static final long STACK_BYTES = 512 * 1024;

  @Test
  void refusesParenthesesFiveThousandDeep() {
    String sql = "SELECT " + "(".repeat(5_000) + "1" + ")".repeat(5_000);

    MillraceException e =
        catchThrowableOfType(MillraceException.class, () -> MillraceParser.parseStatement(sql));

    assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
    assertThat(e.position().map(SourcePosition::line)).contains(1);
    assertThat(e).hasMessageContaining("nested too deeply");
  }

  @Test
  void readsParenthesesTwoHundredDeep() {
    String sql = "SELECT " + "(".repeat(200) + "1" + ")".repeat(200);

    assertThat(MillraceParser.toSql(MillraceParser.parseStatement(sql))).isEqualTo("SELECT 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(", "CASE WHEN a THEN ", "NOT ", "- ", "f(", "(SELECT ", "a[", "EXISTS (SELECT "})
  void repeatedBeginningsGiveACleanErrorOnASmallStack(String beginning) throws Exception {
    for (int times : new int[] {400, 5_000, 50_000}) {
      assertThat(failureOf("SELECT " + beginning.repeat(times) + ","))
          .as("%s times %s", beginning, times)
          .isInstanceOf(MillraceException.class);
    }
  }

  private static Throwable failureOf(String sql) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                MillraceParser.parseStatement(sql);
              } catch (Throwable e) {
                failure.set(e);
              }
            },
            "small stack",
            STACK_BYTES);
    thread.start();
    thread.join();
    return failure.get();
  }

  @Test
  void readsLongChainsOfOperators() {
    String sql = "SELECT * FROM t WHERE a = 1" + " OR a = 2 AND b = 3".repeat(1_000);

    assertThat(MillraceParser.parseStatement(sql)).isNotNull();
  }

  @Test
  void refusesChainsThatAreTooLong() {
    String sql = "SELECT a" + " + a".repeat(200_000);

    MillraceException e =
        catchThrowableOfType(MillraceException.class, () -> MillraceParser.parseStatement(sql));

    assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
  }

  @Test
  void readsAnInsertOfManyRows() {
    StringBuilder sql = new StringBuilder("INSERT INTO t VALUES (0, 'x')");
    for (int i = 1; i < 20_000; i++) {
      sql.append(",\n(").append(i).append(", 'name ").append(i).append("')");
    }

    SqlNode node = MillraceParser.parseStatement(sql.toString());

    assertThat(((SqlInsert) node).getSource().getParserPosition().getEndLineNum())
        .isEqualTo(20_000);
  }

  @Test
  void readsAScriptOfManyStatements() {
    Iterator<ParsedStatement> script =
        new ScriptParser("SELECT a, b FROM t WHERE c = 'd;e';\n".repeat(5_000));
    int count = 0;
    ParsedStatement last = null;
    while (script.hasNext()) {
      last = script.next();
      count++;
    }

    assertThat(count).isEqualTo(5_000);
    assertThat(last.start()).isEqualTo(new SourcePosition(5_000, 1));
  }
}
