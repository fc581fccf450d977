package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.connector.datagen.DatagenValues;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * While two million rows stream in, each statement that reads two views over the source sees both
 * at one and the same prefix of it.
 */
final class ConsistentReadsTest {
  private static final int ROWS = 2_000_000;
  private static final int READS = 200;
  private static final int KEYS = 1000;
  private static final long SEED = 42;

  private static final String SOURCE =
      "CREATE SOURCE numbers (n BIGINT, k INTEGER, v INTEGER) WITH ('connector' = 'datagen',"
          + " 'number-of-rows' = '"
          + ROWS
          + "', 'seed' = '"
          + SEED
          + "', 'rows-per-second' = '%d', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1',"
          + " 'fields.k.min' = '0', 'fields.k.max' = '"
          + (KEYS - 1)
          + "', 'fields.v.min' = '0', 'fields.v.max' = '99')";

  private static final String READ =
      "SELECT a.rows_seen, a.sum_seen, b.rows_seen, b.last_row, b.sum_seen"
          + " FROM (SELECT SUM(c) AS rows_seen, SUM(s) AS sum_seen FROM by_key) AS a,"
          + " (SELECT SUM(c) AS rows_seen, MAX(last_row) AS last_row, SUM(s) AS sum_seen"
          + " FROM by_value) AS b";

  @ParameterizedTest(name = "{0} workers")
  @ValueSource(ints = {1, 4})
  void twoViewsShowOnePrefix(int workers) throws SQLException {
    long[] sums = prefixSums();
    try (Connection connection =
        DriverManager.getConnection("jdbc:millrace:memory:?workers=" + workers)) {
      try (var statement = connection.createStatement()) {
        statement.execute(String.format(SOURCE, 400_000));
        statement.execute(
            "CREATE MATERIALIZED VIEW by_key AS"
                + " SELECT k, COUNT(*) AS c, SUM(v) AS s FROM numbers GROUP BY k");
        statement.execute(
            "CREATE MATERIALIZED VIEW by_value AS SELECT v, COUNT(*) AS c, SUM(v) AS s,"
                + " MAX(n) AS last_row FROM numbers GROUP BY v");
      }
      long reads = 0;
      long different = 0;
      long before = -1;
      try (PreparedStatement read = connection.prepareStatement(READ)) {
        while (reads < READS || before < ROWS) {
          long seen = check(read, sums);
          assertThat(seen).as("rows only ever come").isGreaterThanOrEqualTo(before);
          different += seen != before ? 1 : 0;
          before = seen;
          reads++;
        }
      }
      assertThat(different).as("reads of another prefix than the one before").isGreaterThan(20);
    }
  }

  /** The number of rows that both views hold. */
  private static long check(PreparedStatement read, long[] sums) throws SQLException {
    try (ResultSet result = read.executeQuery()) {
      assertThat(result.next()).isTrue();
      long rows = result.getLong(1);
      assertThat(result.getLong(3)).as("rows of the second view").isEqualTo(rows);
      assertThat(result.getLong(4)).as("number of the last row").isEqualTo(rows);
      assertThat(result.getLong(2)).as("sum of the first view").isEqualTo(sums[(int) rows]);
      assertThat(result.getLong(5)).as("sum of the second view").isEqualTo(sums[(int) rows]);
      return rows;
    }
  }

  /** By number of rows, the sum of their values: the arithmetic of the generator. */
  private static long[] prefixSums() {
    long seed = DatagenValues.columnSeed(SEED, 2);
    long[] sums = new long[ROWS + 1];
    for (int row = 0; row < ROWS; row++) {
      sums[row + 1] = sums[row] + DatagenValues.between(DatagenValues.bits(seed, row), 0, 99);
    }
    return sums;
  }
}
