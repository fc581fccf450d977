package io.millrace.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.error.MillraceException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everyday words are names without quotes, and keywords stay keywords where they are meant. */
final class NamesTest {

  private static final List<String> EVERYDAY_WORDS =
      words(
          """
          count day month year hour minute second date time timestamp value name type user position
          language result start end rank sum min max avg method text key state status level size rate
          source sink view views columns tables index trigger percent ratio number label category
          comment action version session event message topic snapshot checkpoint watermark subscribe
          materialized string bool int bigint double float decimal varchar char boolean binary bytes
          week quarter epoch zone timezone years days to of at no none only open close read write
          begin commit rollback savepoint show if replace old public role space sql static system
          temporary transaction truncate usage work local global character precision real numeric
          smallint tinyint uuid json xml format filter mod abs floor ceil upper lower power sqrt ln
          exp coalesce nullif substring trim overlay translate extract convert lag lead ntile
          row_number dense_rank first_value collect element cardinality every corr area weight height
          width length price amount total city country origin destination flight delay circuit phase
          voltage sensor reading node edge path host port url tag score points team player game season
          match matches return signal connect connection condition description descriptor tumble hop
          step stage kind class object property sequence identifier option options parameter input
          output in_flight call_id procedure domain degree depth get go hour import indicator
          isolation large member module national normalize pad partial per placing prepare prior reads
          ref references relative release scope scroll search section sensitive similar_to specific_id
          sqlstate varying whenever without foreign each dynamic external equals contains monday
          first last data schema catalog id function database
          """);

  /** Reserved words that are names only where nothing else can stand. */
  private static final List<String> CONTEXTUAL_WORDS =
      words(
          "offset partition range row rows values interval limit left right full pattern next new"
              + " current any some array window table unique period stream skip natural cross");

  private static List<String> words(String text) {
    return List.of(text.trim().split("\\s+"));
  }

  @Test
  void everydayWordsAreNamesEverywhere() {
    assertNames(
        EVERYDAY_WORDS,
        List.of(
            "SELECT a AS %s FROM t",
            "SELECT a AS %s, b FROM t",
            "SELECT %s FROM t",
            "SELECT b, %s, c FROM t",
            "SELECT %s AS x FROM t",
            "SELECT t.%s FROM t",
            "SELECT MAX(%s) FROM t",
            "SELECT (%s + 1) * 2 FROM t",
            "SELECT a FROM t WHERE %s > 5 AND a > %s",
            "SELECT a FROM t WHERE %s IS NULL",
            "SELECT a FROM t GROUP BY %s HAVING MIN(%s) = 1 ORDER BY %s DESC",
            "CREATE TABLE t (%s INT, b INT)",
            "CREATE TABLE t (a INT, %s VARCHAR NOT NULL, PRIMARY KEY (%s))",
            "INSERT INTO t (%s, b) VALUES (1, 2)",
            "UPDATE t SET %s = 1",
            "SELECT * FROM %s",
            "SELECT * FROM t AS %s",
            "CREATE MATERIALIZED VIEW %s AS SELECT 1",
            "SELECT CAST(%s AS INT), %s::INT FROM t",
            "DROP TABLE %s"));
  }

  @Test
  void otherWordsAreNamesWhereNothingElseCanStand() {
    assertNames(
        CONTEXTUAL_WORDS,
        List.of(
            "SELECT %s FROM t",
            "SELECT b, %s, c FROM t",
            "SELECT %s AS x, MAX(%s) FROM t",
            "SELECT a FROM t WHERE %s > 5 AND b = %s",
            "SELECT a FROM t GROUP BY %s ORDER BY %s DESC",
            "CREATE TABLE t (%s INT, b INT)",
            "CREATE TABLE t (a INT, %s VARCHAR NOT NULL, PRIMARY KEY (%s))",
            "INSERT INTO t (%s, b) VALUES (1, 2)",
            "UPDATE t SET %s = 1"));
  }

  @Test
  void everyWordIsANameAfterADotAndMostAreAfterAs() {
    assertNames(
        words("order group by where from and or not case when then join union in is to on using"),
        List.of(
            "SELECT t.%s FROM t",
            "SELECT a AS %s FROM t",
            "SELECT a AS %s, b FROM t",
            "SELECT * FROM (SELECT a AS %s) AS x"));
  }

  private static void assertNames(List<String> words, List<String> templates) {
    List<String> failures = new ArrayList<>();
    for (String word : words) {
      for (String template : templates) {
        String sql = template.replace("%s", word);
        String quoted = template.replace("%s", '"' + word + '"');
        try {
          String printed = MillraceParser.toSql(MillraceParser.parseStatement(sql));
          if (!printed.equals(MillraceParser.toSql(MillraceParser.parseStatement(quoted)))
              && !word.equals("user")) {
            failures.add(sql + " became " + printed);
          }
        } catch (MillraceException e) {
          failures.add(sql + ": " + e.getMessage());
        }
      }
    }
    assertThat(failures).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*), SUM(x) FILTER (WHERE y > 0), MIN(x), MAX(x), AVG(x) FROM t",
        "SELECT DATE '2001-01-01', TIME '12:00:00', TIMESTAMP '2001-01-01 12:00:00'",
        "SELECT INTERVAL '5' SECOND, INTERVAL '1' YEAR, INTERVAL '1-2' YEAR TO MONTH",
        "SELECT EXTRACT(DAY FROM x), EXTRACT(YEAR FROM x), YEAR(x), FLOOR(x TO HOUR) FROM t",
        "SELECT LEFT(a, 1), RIGHT(a, 2), MOD(a, 2), POSITION('a' IN b) FROM t LEFT JOIN u ON TRUE",
        "SELECT * FROM t WHERE (a, b) IN (VALUES (1, 2), (3, 4)) OFFSET 2 ROWS FETCH NEXT 1 ROW ONLY",
        "SELECT * FROM t ORDER BY offset LIMIT 3 OFFSET 2",
        "SELECT SUM(x) OVER (PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"
            + " FROM t",
        "SELECT SUM(x) OVER (PARTITION BY partition ORDER BY row RANGE UNBOUNDED PRECEDING) FROM t",
        "SELECT SUM(x) OVER (RANGE BETWEEN INTERVAL '1' DAY PRECEDING AND CURRENT ROW) FROM t",
        "SELECT * FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE,"
            + " INTERVAL '10' MINUTE))",
        "SELECT * FROM t AS x, LATERAL (SELECT 1) AS y, UNNEST(x.a) AS z",
        "SELECT * FROM o JOIN r FOR SYSTEM_TIME AS OF o.ts AS r ON o.c = r.c",
        "SELECT a FROM t GROUP BY GROUPING SETS ((a), ()), ROLLUP(a, b), CUBE(c)",
        "SELECT ROW(1, 2), ARRAY[1, 2], MAP['a', 1], CAST(x AS ROW(a INT)), CAST(x AS INT ARRAY)"
            + " FROM t",
        "SELECT * FROM t WHERE a > ALL (SELECT 1) AND b = ANY (SELECT 2) AND c = SOME (SELECT 3)",
        "SELECT CASE WHEN start THEN end ELSE end END AS end FROM t",
        "SELECT JSON_OBJECT(KEY 'a' VALUE value), CURRENT_TIMESTAMP, x IS UNKNOWN FROM t",
        "SELECT CAST(x AS ANY), VALUES_COUNT FROM (VALUES -1, +2) AS t (x)",
      })
  void keywordsStayKeywords(String sql) {
    String printed = MillraceParser.toSql(MillraceParser.parseStatement(sql));

    assertThat(MillraceParser.toSql(MillraceParser.parseStatement(printed))).isEqualTo(printed);
    assertThat(printed)
        .doesNotContain("\"left\" join", "\"rows\"", "\"values\"", "\"interval\"", "\"over\"");
  }

  @Test
  void userIsAColumnAndNotTheFunction() {
    assertThat(MillraceParser.toSql(MillraceParser.parseStatement("SELECT User, CURRENT_USER")))
        .isEqualTo("SELECT \"user\", CURRENT_USER");
  }

  @Test
  void namesAreFoldedToLowerCaseUnlessQuoted() {
    assertThat(
            MillraceParser.toSql(
                MillraceParser.parseStatement(
                    "SELECT Ab, \"Ab\", \"a\"\"b\", Ünï, 名前 FROM \"T\".Tab")))
        .isEqualTo("SELECT \"ab\", \"Ab\", \"a\"\"b\", \"ünï\", \"名前\"\nFROM \"T\".\"tab\"");
  }
}
