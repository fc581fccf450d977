package io.millrace.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said about mistakes, word for word. */
final class SyntaxErrorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT FROM t | At line 1, column 8: unexpected 'FROM'; expected an expression, '*', ALL or DISTINCT
          SELECT a, FROM t | At line 1, column 11: unexpected 'FROM'; expected an expression or '*'
          SELECT a b c FROM t | At line 1, column 12: unexpected 'c'; expected ',', FROM, ORDER, LIMIT, UNION, EXCEPT, FETCH, INTERSECT, the end of the statement, …
          SELECT * FORM t | At line 1, column 15: unexpected 't'; expected ',', FROM, ORDER, LIMIT, UNION, EXCEPT, FETCH, INTERSECT, the end of the statement, … (is 'FORM' meant to be FROM?)
          SELECT a FROM | At line 1, column 14: the statement ends too early; expected a name, '(', LATERAL, TABLE or UNNEST
          SELECT a FROM t WHERE | At line 1, column 22: the statement ends too early; expected an expression
          SELECT a FROM t WHERE a IN 1 | At line 1, column 28: unexpected '1'; expected '('
          SELECT a FROM t GROUP a | At line 1, column 23: unexpected 'a'; expected BY
          SELECT order FROM t | At line 1, column 8: 'order' is a reserved word; as a name write "order"; expected an expression, '*', ALL or DISTINCT
          SELECT CAST(a AS) FROM t | At line 1, column 17: unexpected ')'; expected a type
          SELECT CASE WHEN a THEN b FROM t | At line 1, column 27: unexpected 'FROM'; expected an operator, WHEN, ELSE or END
          SELECT a FROM t LIMIT 1, 2 | At line 1, column 17: LIMIT takes one number; write LIMIT count OFFSET start
          SELECT a FROM t MINUS SELECT b FROM u | At line 1, column 17: MINUS is not known as an operator on queries; write EXCEPT
          SELECT a 'b' FROM t | At line 1, column 10: a string cannot be an alias; names are quoted with double quotes (")
          SELECT 'abc | At line 1, column 8: this string has no closing quote (')
          SELECT "abc | At line 1, column 8: this quoted name is empty or has no closing quote (") on the same line
          SELECT `abc` | At line 1, column 8: names are quoted with double quotes ("), not with backticks
          SELECT /* abc | At line 1, column 8: this comment has no end (*/)
          SELECT a # b | At line 1, column 10: the character '#' has no meaning here
          CREAT TABLE t (a INT) | At line 1, column 1: a statement cannot begin with 'CREAT'; did you mean CREATE?
          foo bar | At line 1, column 1: a statement cannot begin with 'foo'; it begins with CREATE, SELECT, INSERT, DROP, SHOW or the like
          CREATE FOO x | At line 1, column 8: unexpected 'FOO'; expected MATERIALIZED, OR, SINK, SOURCE, TABLE or VIEW
          CREATE STREAM s (a INT) | At line 1, column 8: there is no STREAM: a stream that is read is a SOURCE, one that is computed a MATERIALIZED VIEW
          CREATE MATERIALIZED VIEW v AS SELECT a FROM t EMIT CHANGES | At line 1, column 52: EMIT CHANGES is what happens without EMIT: leave it out, or write EMIT ON WINDOW CLOSE
          CREATE TABLE t a INT | At line 1, column 16: unexpected 'a'; expected '('
          CREATE TABLE t (a) | At line 1, column 18: unexpected ')'; expected a type or AS
          CREATE TABLE t (a INT,) | At line 1, column 23: unexpected ')'; expected a name, CONSTRAINT or PRIMARY
          CREATE TABLE t (a INT NOT) | At line 1, column 26: unexpected ')'; expected NULL
          CREATE TABLE t (a INTT) | At line 1, column 19: there is no type 'intt'; did you mean INT?
          CREATE TABLE order (a INT) | At line 1, column 14: 'order' is a reserved word; as a name write "order"; expected a name
          CREATE TABLE t (a INT PRIMARY KEY, b INT PRIMARY KEY) | At line 1, column 36: a second primary key: for a key of several columns write PRIMARY KEY (a, b) once
          CREATE TABLE t (PRIMARY KEY (a)) | At line 1, column 16: at least one column is expected
          CREATE TABLE t (a INT NULL NOT NULL) | At line 1, column 32: NULL or NOT NULL is given twice for one column
          CREATE SOURCE s (a INT) WIHT ('a' = 'b') | At line 1, column 25: unexpected 'WIHT'; did you mean WITH?
          CREATE SOURCE s (a INT) WITH ('a' = 'b', 'a' = 'c') | At line 1, column 42: option 'a' is given twice
          CREATE SOURCE s (a INT) WITH ('a') | At line 1, column 34: unexpected ')'; expected a string or '='
          CREATE MATERIALIZED v AS SELECT 1 | At line 1, column 21: unexpected 'v'; expected VIEW
          CREATE MATERIALIZED VIEW v SELECT 1 | At line 1, column 28: unexpected 'SELECT'; expected '(', AS or WITH
          CREATE VIEW v AS a + 1 | At line 1, column 18: unexpected 'a'; expected a query or '('
          CREATE VIEW v AS (a) | At line 1, column 19: a query is expected here: SELECT, VALUES or WITH
          CREATE SINK s | At line 1, column 14: the statement ends too early; expected FROM or WITH
          CREATE SINK s FROM v WITH ('a' = 'b') AS SELECT 1 | At line 1, column 39: a sink has either FROM or AS query, not both
          CREATE OR REPLACE TABLE t (a INT) | At line 1, column 11: CREATE OR REPLACE is not supported: DROP the object first
          DROP t | At line 1, column 6: unexpected 't'; expected MATERIALIZED, SAVEPOINT, SINK, SOURCE, TABLE or VIEW
          DROP TABLE t CASCADES | At line 1, column 14: unexpected 'CASCADES'; did you mean CASCADE?
          SHOW COLUMNS | At line 1, column 13: the statement ends too early; expected FROM or IN
          SHOW 5 | At line 1, column 6: unexpected '5'; expected a name, ALL or CREATE
          SUBSCRIBE TO (SELECT 1) | At line 1, column 14: SUBSCRIBE to a query is not supported: create a materialized view of it and subscribe to that
          SUBSCRIBE TO v WITH (foo = 1) | At line 1, column 22: unknown option 'foo' of SUBSCRIBE: it has only SNAPSHOT
          SUBSCRIBE TO v WITH (snapshot = maybe) | At line 1, column 22: SNAPSHOT must be TRUE or FALSE, not 'maybe'
          SET a | At line 1, column 6: the statement ends too early; expected '=' or TO
          INSERT t VALUES (1) | At line 1, column 8: unexpected 't'; expected INTO
          UPDATE t a = 1 | At line 1, column 12: unexpected '='; expected SET
          DELETE t | At line 1, column 8: unexpected 't'; expected FROM
          BEGIN | At line 1, column 1: transactions are not supported: every statement commits by itself
          START TRANSACTION | At line 1, column 1: transactions are not supported: every statement commits by itself
          COMMIT | At line 1, column 1: transactions are not supported: every statement commits by itself
          SELECT SAVEPOINT 'v0' | At line 1, column 8: SAVEPOINT 'name' is expected only behind a table or materialized view and FOR SYSTEM_TIME AS OF
          SAVEPOINT v0 | At line 1, column 11: the name of a savepoint is a text: write 'v0' in single quotes. Transactions have no savepoints: every statement commits by itself
          SAVEPOINT | At line 1, column 10: the statement ends too early; expected a name or a string
          DROP SAVEPOINT v0 | At line 1, column 16: the name of a savepoint is a text: write 'v0' in single quotes. Transactions have no savepoints: every statement commits by itself
          MERGE INTO t | At line 1, column 1: MERGE is not supported: use INSERT, UPDATE and DELETE
          """)
  void saysWhereAndWhat(String sql, String message) {
    MillraceException e =
        catchThrowableOfType(MillraceException.class, () -> MillraceParser.parseStatement(sql));

    assertThat(e).as(sql).isNotNull().hasMessage(message);
  }

  @Test
  void findsTheLine() {
    MillraceException e =
        catchThrowableOfType(
            MillraceException.class,
            () -> MillraceParser.parseStatement("SELECT a,\n       b\n\tFROM t\nWHERE >"));

    assertThat(e.code()).isEqualTo(ErrorCode.SYNTAX_ERROR);
    assertThat(e.position().orElseThrow().line()).isEqualTo(4);
    assertThat(e.position().orElseThrow().column()).isEqualTo(7);
    assertThat(e.detail()).isEqualTo("unexpected '>'; expected an expression");
  }

  @Test
  void marksWhatIsUnderstoodButNotSupported() {
    MillraceException e =
        catchThrowableOfType(
            MillraceException.class, () -> MillraceParser.parseStatement("ROLLBACK"));

    assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED);
  }

  @Test
  void refusesNamesOfMoreThan128Characters() {
    String name = "n".repeat(128);

    assertThat(MillraceParser.parseStatement("SELECT " + name)).isNotNull();
    assertThat(
            catchThrowableOfType(
                MillraceException.class,
                () -> MillraceParser.parseStatement("SELECT " + name + "n")))
        .hasMessageContaining("must be less than or equal to 128 characters");
  }

  @Test
  void shortensLongTokens() {
    MillraceException e =
        catchThrowableOfType(
            MillraceException.class,
            () -> MillraceParser.parseStatement("DROP TABLE '" + "x".repeat(1000) + "'"));

    assertThat(e.detail()).hasSizeLessThan(100);
  }
}
