package io.millrace.server.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.parser.MillraceParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReferencedRelationsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT a FROM t; t",
        "SELECT t.u FROM public.t AS u; t",
        "SELECT 1 FROM t, u JOIN v ON t.a = v.a; t u v",
        "SELECT 1 FROM t LEFT JOIN (SELECT * FROM u) AS x ON x.a IN (SELECT b FROM v); t u v",
        "WITH t AS (SELECT * FROM u), w AS (SELECT * FROM t) SELECT * FROM w, t; u",
        "WITH t AS (SELECT * FROM t) SELECT * FROM t; t",
        "SELECT * FROM (WITH t AS (SELECT 1 AS a) SELECT * FROM t) AS x, t; t",
        "SELECT (SELECT MAX(a) FROM u) FROM t WHERE EXISTS (SELECT 1 FROM v); t u v",
        "SELECT * FROM t UNION ALL SELECT * FROM u ORDER BY 1; t u",
        "SELECT * FROM information_schema.tables; ''",
        "TABLE t; t",
        "VALUES (1); ''"
      })
  void areThoseOfFromClauses(String query, String names) {
    assertThat(String.join(" ", ReferencedRelations.of(MillraceParser.parseStatement(query))))
        .isEqualTo(names);
  }
}
