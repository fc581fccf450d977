package io.millrace.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transfers between accounts, kept as what each account got, what it gave, the outer join of both,
 * and the sum of all balances: money moves, so whenever anybody looks the sum is 0.
 */
final class BankTest {
  private static final int ROWS = 600_000;
  private static final int CHANGES = 120;
  private static final int ACCOUNTS = 20;

  private static final String SOURCE =
      "CREATE SOURCE transfers (id BIGINT, payer INTEGER, payee INTEGER, amount INTEGER)"
          + " WITH ('connector' = 'datagen', 'number-of-rows' = '"
          + ROWS
          + "', 'rows-per-second' = '150000', 'seed' = '7', 'fields.id.kind' = 'sequence',"
          + " 'fields.id.start' = '1', 'fields.payer.min' = '0', 'fields.payer.max' = '999',"
          + " 'fields.payee.min' = '500', 'fields.payee.max' = '1499', 'fields.amount.min' = '1',"
          + " 'fields.amount.max' = '100')";

  private static final List<String> VIEWS =
      List.of(
          "CREATE MATERIALIZED VIEW credits AS SELECT payee AS account, SUM(amount) AS s,"
              + " COUNT(*) AS c FROM transfers GROUP BY payee",
          "CREATE MATERIALIZED VIEW debits AS SELECT payer AS account, SUM(amount) AS s"
              + " FROM transfers GROUP BY payer",
          "CREATE MATERIALIZED VIEW balance AS SELECT COALESCE(c.account, d.account) AS account,"
              + " COALESCE(c.s, 0) - COALESCE(d.s, 0) AS balance"
              + " FROM credits AS c FULL JOIN debits AS d ON c.account = d.account",
          "CREATE MATERIALIZED VIEW total AS SELECT COALESCE(SUM(balance), 0) AS total FROM balance");

  private static final String READ =
      "SELECT (SELECT total FROM total) AS t, (SELECT SUM(balance) FROM balance) AS b,"
          + " (SELECT SUM(c) FROM credits) AS seen";

  @TempDir Path directory;

  @ParameterizedTest(name = "{0} workers")
  @ValueSource(ints = {1, 4})
  void balancesAddUpToNothingWhileTransfersStreamIn(int workers) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection("jdbc:millrace:memory:?workers=" + workers)) {
      execute(connection, SOURCE);
      for (String view : VIEWS) {
        execute(connection, view);
      }
      long seen = 0;
      long different = 0;
      try (PreparedStatement read = connection.prepareStatement(READ)) {
        while (seen < ROWS) {
          long now = check(read);
          different += now != seen ? 1 : 0;
          seen = now;
        }
      }
      assertThat(different).as("reads of another prefix than the one before").isGreaterThan(5);
    }
  }

  /** The number of transfers that the views show. */
  private static long check(PreparedStatement read) throws SQLException {
    try (ResultSet result = read.executeQuery()) {
      assertThat(result.next()).isTrue();
      assertThat(result.getLong(1)).as("the kept sum").isZero();
      assertThat(result.getLong(2)).as("the sum of what is kept").isZero();
      return result.getLong(3);
    }
  }

  @ParameterizedTest(name = "{0} workers")
  @ValueSource(ints = {1, 4})
  void balancesAreThoseOfTheTransfersThatAreLeft(int workers) throws SQLException {
    Random random = new Random(workers);
    String url = "jdbc:millrace:embedded:" + directory + "?workers=" + workers;
    Connection connection = DriverManager.getConnection(url);
    try {
      execute(
          connection,
          "CREATE TABLE transfers (id BIGINT PRIMARY KEY, payer INTEGER, payee INTEGER,"
              + " amount INTEGER)");
      for (String view : VIEWS) {
        execute(connection, view);
      }
      List<long[]> transfers = new ArrayList<>();
      for (int change = 0; change < CHANGES; change++) {
        change(connection, random, transfers, change);
        assertThat(query(connection, "SELECT total FROM total")).containsExactly("0");
        assertThat(query(connection, "SELECT account, balance FROM balance ORDER BY account"))
            .as("after change %d", change)
            .isEqualTo(balances(transfers));
        if (change == CHANGES / 2) {
          connection.close();
          connection = DriverManager.getConnection(url);
        }
      }
    } finally {
      connection.close();
    }
  }

  private static void change(
      Connection connection, Random random, List<long[]> transfers, int number)
      throws SQLException {
    int dice = random.nextInt(6);
    if (dice == 0) {
      int payer = random.nextInt(ACCOUNTS);
      execute(connection, "DELETE FROM transfers WHERE payer = " + payer);
      transfers.removeIf(transfer -> transfer[0] == payer);
    } else if (dice == 1) {
      int payee = random.nextInt(ACCOUNTS);
      execute(
          connection, "UPDATE transfers SET amount = amount + 1, payee = 3 WHERE payee = " + payee);
      for (long[] transfer : transfers) {
        if (transfer[1] == payee) {
          transfer[1] = 3;
          transfer[2]++;
        }
      }
    } else {
      long[] transfer = {
        random.nextInt(ACCOUNTS), random.nextInt(ACCOUNTS), 1 + random.nextInt(50)
      };
      execute(
          connection,
          String.format(
              "INSERT INTO transfers VALUES (%d, %d, %d, %d)",
              number, transfer[0], transfer[1], transfer[2]));
      transfers.add(transfer);
    }
  }

  private static List<String> balances(List<long[]> transfers) {
    List<String> balances = new ArrayList<>();
    for (int account = 0; account < ACCOUNTS; account++) {
      long balance = 0;
      boolean known = false;
      for (long[] transfer : transfers) {
        balance += (transfer[1] == account ? 1 : 0) * transfer[2];
        balance -= (transfer[0] == account ? 1 : 0) * transfer[2];
        known |= transfer[0] == account || transfer[1] == account;
      }
      if (known) {
        balances.add(account + " " + balance);
      }
    }
    return balances;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> query(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (var statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int column = 1; column <= columns; column++) {
          row.append(column == 1 ? "" : " ").append(result.getString(column));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }
}
