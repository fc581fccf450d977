package io.millrace.server.slt;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a script on a connection. In the mode {@link Mode#MATERIALIZED} each query is also asked as
 * a materialized view, which is created as soon as the relations that it reads are there: before
 * their rows.
 */
public final class SltRunner {
  /** How queries are asked. */
  public enum Mode {
    /** As they stand. */
    DIRECT,
    /** As they stand, and as materialized views that were there before the rows. */
    MATERIALIZED
  }

  private static final String UNKNOWN_RELATION = "42P01";

  private final Connection connection;
  private final SltScript script;
  private final Mode mode;
  private final Map<String, String> viewsByQuery = new LinkedHashMap<>();

  private SltRunner(Connection connection, SltScript script, Mode mode) {
    this.connection = connection;
    this.script = script;
    this.mode = mode;
  }

  /** Runs all steps; an assertion names the script and the line. */
  public static void run(Connection connection, SltScript script, Mode mode) throws SQLException {
    new SltRunner(connection, script, mode).run();
  }

  private void run() throws SQLException {
    for (SltScript.Step step : script.steps()) {
      if (step instanceof SltScript.Statement statement) {
        execute(statement);
        if (mode == Mode.MATERIALIZED && statement.sql().startsWith("CREATE")) {
          createViews();
        }
      } else if (step instanceof SltScript.Query query) {
        check(query, query.sql());
        if (mode == Mode.MATERIALIZED && !query.once()) {
          String view = viewsByQuery.get(query.sql());
          assertThat(view).as("%s: a view of the query", place(query)).isNotNull();
          check(query, "SELECT * FROM " + view);
        }
      } else if (step instanceof SltScript.Await await) {
        await(await);
      }
    }
  }

  private void await(SltScript.Await await) throws SQLException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    try (var statement = connection.createStatement()) {
      while (true) {
        try (ResultSet result = statement.executeQuery(await.sql())) {
          result.next();
          if (result.getLong(1) == 0) {
            return;
          }
        }
        assertThat(System.nanoTime()).as("%s: in time", place(await)).isLessThan(deadline);
      }
    }
  }

  private void execute(SltScript.Statement statement) {
    SQLException error = attempt(statement.sql());
    if (statement.error() == null) {
      if (error != null) {
        throw new AssertionError(place(statement) + ": " + statement.sql(), error);
      }
    } else {
      assertThat((Throwable) error).as("%s: an error", place(statement)).isNotNull();
      assertThat(error.getMessage()).as(place(statement)).contains(statement.error());
    }
  }

  private SQLException attempt(String sql) {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
      return null;
    } catch (SQLException e) {
      return e;
    }
  }

  private void createViews() {
    for (SltScript.Step step : script.steps()) {
      if (step instanceof SltScript.Query query
          && !query.once()
          && !viewsByQuery.containsKey(query.sql())) {
        String view = "slt_view_" + (viewsByQuery.size() + 1);
        SQLException error = attempt("CREATE MATERIALIZED VIEW " + view + " AS " + query.sql());
        if (error == null) {
          viewsByQuery.put(query.sql(), view);
        } else if (!UNKNOWN_RELATION.equals(error.getSQLState())) {
          throw new AssertionError(place(query) + " as a materialized view", error);
        }
      }
    }
  }

  private void check(SltScript.Query query, String sql) throws SQLException {
    List<String> expected = new ArrayList<>(query.rows());
    List<String> actual = rows(query, sql);
    if (query.sorted()) {
      expected.sort(null);
      actual.sort(null);
    }
    assertThat(actual).as("%s: %s", place(query), sql).isEqualTo(expected);
  }

  private List<String> rows(SltScript.Query query, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (var statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.getMetaData().getColumnCount())
          .as("%s: columns", place(query))
          .isEqualTo(query.types().length());
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int column = 1; column <= query.types().length(); column++) {
          values.add(value(result, column, query.types().charAt(column - 1)));
        }
        rows.add(String.join(" ", values));
      }
    } catch (SQLException e) {
      throw new AssertionError(place(query) + ": " + sql, e);
    }
    return rows;
  }

  private static String value(ResultSet result, int column, char type) throws SQLException {
    if (result.getObject(column) == null) {
      return "NULL";
    }
    return switch (type) {
      case 'I' -> new BigDecimal(result.getString(column)).toBigIntegerExact().toString();
      case 'R' -> result.getBigDecimal(column).stripTrailingZeros().toPlainString();
      case 'T' -> result.getString(column).isEmpty() ? "(empty)" : result.getString(column);
      default -> throw new IllegalArgumentException("No type of sqllogictest: " + type);
    };
  }

  private String place(SltScript.Step step) {
    return script.name() + ":" + step.line();
  }
}
