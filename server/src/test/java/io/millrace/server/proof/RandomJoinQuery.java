package io.millrace.server.proof;

import io.millrace.server.proof.RandomTable.Column;
import io.millrace.server.proof.RandomTable.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A random query that brings rows of two tables together, in SQL that DuckDB understands, too. */
final class RandomJoinQuery {
  private static final String[] JOINS = {"JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"};

  private final Random random;
  private final RandomTable left;
  private final RandomTable right;

  private RandomJoinQuery(Random random, RandomTable left, RandomTable right) {
    this.random = random;
    this.left = left;
    this.right = right;
  }

  static RandomQuery of(Random random, RandomTable first, RandomTable second) {
    RandomJoinQuery query =
        new RandomJoinQuery(
            random, random.nextBoolean() ? first : second, random.nextBoolean() ? first : second);
    String sql =
        switch (random.nextInt(8)) {
          case 0 -> query.condition("IN");
          case 1 -> query.condition("NOT IN");
          case 2 -> query.exists();
          case 3 -> query.value();
          case 4 -> query.grouped();
          case 5 -> query.threeWay(first);
          default -> query.joined();
        };
    return new RandomQuery(sql, Set.of());
  }

  private String joined() {
    return "SELECT " + columns() + " FROM " + join();
  }

  private String grouped() {
    Column group = left.anyColumn(random);
    return String.format(
        "SELECT x.%s AS g, COUNT(*) AS c, COUNT(y.%s) AS m, SUM(y.%s) AS s FROM %s GROUP BY x.%s",
        group.name(), right.anyColumn(random).name(), firstOf(right), join(), group.name());
  }

  private String threeWay(RandomTable third) {
    return String.format(
        "SELECT %s, z.%s AS z FROM %s %s (SELECT * FROM %s%s) AS z ON MOD(z.%s, 9) = MOD(x.%s, 9)",
        columns(),
        third.anyColumn(random).name(),
        join(),
        random.nextBoolean() ? "JOIN" : "LEFT JOIN",
        third.name(),
        where(third),
        firstOf(third),
        firstOf(left));
  }

  private String columns() {
    List<String> columns = new ArrayList<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      columns.add("x." + left.anyColumn(random).name() + " AS a" + i);
      columns.add("y." + right.anyColumn(random).name() + " AS b" + i);
    }
    return String.join(", ", columns);
  }

  private String join() {
    return String.format(
        "(SELECT * FROM %s%s) AS x %s (SELECT * FROM %s%s) AS y ON %s",
        left.name(),
        where(left),
        JOINS[random.nextInt(JOINS.length)],
        right.name(),
        where(right),
        on("x", "y"));
  }

  private String on(String x, String y) {
    List<String> conditions = new ArrayList<>();
    for (int i = random.nextInt(10) == 0 ? 0 : 1; i > 0; i--) {
      conditions.add(equality(x, y));
    }
    while (conditions.isEmpty() || random.nextInt(3) == 0) {
      conditions.add(
          String.format(
              "%s.%s %s %s.%s",
              x, firstOf(left), random.nextBoolean() ? "<" : "<>", y, firstOf(right)));
    }
    return String.join(" AND ", conditions);
  }

  /** Columns of one type, or computed from the first ones. */
  private String equality(String x, String y) {
    for (int attempt = 0; attempt < 4; attempt++) {
      Column a = left.anyColumn(random);
      Column b = right.anyColumn(random);
      if (a.type() == b.type() && a.type() != Type.DOUBLE) {
        return x + "." + a.name() + " = " + y + "." + b.name();
      }
    }
    return String.format("MOD(%s.%s, 5) = MOD(%s.%s, 5)", x, firstOf(left), y, firstOf(right));
  }

  private String condition(String operator) {
    return String.format(
        "SELECT %1$s AS a, %2$s AS b FROM %3$s WHERE MOD(%1$s, 20) %4$s (SELECT MOD(%5$s, 20) FROM"
            + " %6$s%7$s)",
        firstOf(left),
        left.anyColumn(random).name(),
        left.name(),
        operator,
        firstOf(right),
        right.name(),
        where(right));
  }

  private String exists() {
    return String.format(
        "SELECT x.%s AS a FROM %s AS x WHERE %s (SELECT 1 FROM (SELECT * FROM %s%s) AS y WHERE %s)",
        left.anyColumn(random).name(),
        left.name(),
        random.nextBoolean() ? "EXISTS" : "NOT EXISTS",
        right.name(),
        where(right),
        on("x", "y"));
  }

  private String value() {
    return String.format(
        "SELECT x.%1$s AS a, (SELECT %2$s FROM %3$s AS y WHERE MOD(y.%4$s, 6) = MOD(x.%5$s, 6)) AS b"
            + " FROM %6$s AS x",
        left.anyColumn(random).name(),
        random.nextBoolean() ? "COUNT(*)" : "MAX(y." + firstOf(right) + ")",
        right.name(),
        firstOf(right),
        firstOf(left),
        left.name());
  }

  private static String firstOf(RandomTable table) {
    return table.columns().get(0).name();
  }

  private String where(RandomTable table) {
    return random.nextInt(4) == 0 ? " WHERE " + table.condition(random) : "";
  }
}
