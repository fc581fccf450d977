package io.millrace.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import io.millrace.core.error.SourcePosition;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

final class ScriptParserTest {

  @Test
  void splitsAtSemicolonsThatAreNotInStringsNamesOrComments() {
    List<ParsedStatement> statements =
        MillraceParser.parseScript(
            """
            -- first; comment
            SELECT ';' FROM t; /* a; b */
            ;
              INSERT INTO "a;b" VALUES ('it''s; so') -- trailing; comment
            ;

            SELECT 1 /* end */
            """);

    assertThat(statements)
        .extracting(ParsedStatement::text)
        .containsExactly(
            "SELECT ';' FROM t", "INSERT INTO \"a;b\" VALUES ('it''s; so')", "SELECT 1");
    assertThat(statements)
        .extracting(ParsedStatement::start)
        .containsExactly(
            new SourcePosition(2, 1), new SourcePosition(4, 3), new SourcePosition(7, 1));
  }

  @Test
  void keepsTheTextOfAStatementAsWritten() {
    String sql = "SELECT\r\n\ta, -- why\r\n\t'x\ny'\rFROM   t";

    assertThat(MillraceParser.parseScript(sql + " ; SELECT 2").get(0).text()).isEqualTo(sql);
  }

  @Test
  void countsLinesThroughTheWholeScript() {
    ScriptParser script = new ScriptParser("SELECT 1;\r\n\r\n  SELECT FROM t;");
    script.next();

    MillraceException e = catchThrowableOfType(MillraceException.class, script::next);

    assertThat(e.position()).contains(new SourcePosition(3, 10));
  }

  @Test
  void givesTheStatementsBeforeAndBehindAMistake() {
    ScriptParser script = new ScriptParser("SELECT 1; SELECT 2; SELEC 3; SELECT 4");

    assertThat(script.next().text()).isEqualTo("SELECT 1");
    assertThat(script.next().text()).isEqualTo("SELECT 2");
    assertThatExceptionOfType(MillraceException.class)
        .isThrownBy(script::next)
        .matches(e -> e.code() == ErrorCode.SYNTAX_ERROR);
    assertThat(script.next().text()).isEqualTo("SELECT 4");
    assertThat(script.hasNext()).isFalse();
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(script::next);
  }

  @Test
  void endsAtAnUnclosedStringAfterTheStatementsBeforeIt() {
    ScriptParser script = new ScriptParser("SELECT 1; SELECT 'abc; SELECT 2;");

    assertThat(script.next().text()).isEqualTo("SELECT 1");
    assertThat(script.hasNext()).isTrue();
    assertThatExceptionOfType(MillraceException.class)
        .isThrownBy(script::next)
        .withMessageContaining("line 1, column 18")
        .withMessageContaining("no closing quote");
    assertThat(script.hasNext()).isFalse();
  }

  @Test
  void findsNothingInEmptyTextAndComments() {
    assertThat(MillraceParser.parseScript("")).isEmpty();
    assertThat(MillraceParser.parseScript(" ;; /* a */ ; -- b")).isEmpty();
  }

  @Test
  void takesExactlyOneStatement() {
    assertThat(MillraceParser.parseStatement("SELECT 1 ; -- done")).isNotNull();
    assertThatExceptionOfType(MillraceException.class)
        .isThrownBy(() -> MillraceParser.parseStatement("SELECT 1; SELECT 2"))
        .withMessageContaining("line 1, column 11")
        .withMessageContaining("a second one");
    assertThatExceptionOfType(MillraceException.class)
        .isThrownBy(() -> MillraceParser.parseStatement("SELECT 1; foo"))
        .withMessageContaining("line 1, column 11")
        .withMessageContaining("a second one");
    assertThatExceptionOfType(MillraceException.class)
        .isThrownBy(() -> MillraceParser.parseStatement(" -- nothing"))
        .withMessageContaining("there is none");
  }

  @Test
  void takesExactlyOneExpression() {
    assertThat(MillraceParser.toSql(MillraceParser.parseExpression("a + 1")))
        .isEqualTo("\"a\" + 1");
    assertThatExceptionOfType(MillraceException.class)
        .isThrownBy(() -> MillraceParser.parseExpression("a + 1;"))
        .withMessageContaining("line 1, column 6");
    assertThatExceptionOfType(MillraceException.class)
        .isThrownBy(() -> MillraceParser.parseExpression(""))
        .withMessageContaining("expected an expression");
  }
}
