package io.millrace.server.proof;

import io.millrace.server.proof.RandomTable.Column;
import io.millrace.server.proof.RandomTable.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A random continuous query.
 *
 * @param duckDb the same in DuckDB's words
 * @param approximate columns that DuckDB computes with rounding errors (averages), from 0
 */
record RandomQuery(String sql, String duckDb, Set<Integer> approximate) {
  RandomQuery(String sql, Set<Integer> approximate) {
    this(sql, sql, approximate);
  }

  static RandomQuery of(Random random, RandomTable first, RandomTable second) {
    RandomTable table = random.nextBoolean() ? first : second;
    return switch (random.nextInt(19)) {
      case 0 -> projection(random, table);
      case 1 -> distinct(random, table);
      case 2 -> grouped(random, table, "(" + unionAll(first, second) + ") AS u", false);
      case 3 -> aggregated(random, table, List.of(), table.name());
      case 4 -> overGroups(random, table);
      case 5, 6, 7 -> RandomRankQuery.of(random, table);
      case 8, 9, 10, 11 -> RandomJoinQuery.of(random, first, second);
      case 12, 13, 14, 15 -> RandomWindowQuery.of(random, table);
      default -> grouped(random, table, table.name(), true);
    };
  }

  private static RandomQuery projection(Random random, RandomTable table) {
    String columns =
        table.columns().stream()
            .map(c -> c.type() == Type.INTEGER ? c.name() + " * 2 AS " + c.name() : c.name())
            .collect(Collectors.joining(", "));
    return exact("SELECT " + columns + " FROM " + table.name() + where(random, table));
  }

  private static RandomQuery distinct(Random random, RandomTable table) {
    return exact(
        "SELECT DISTINCT "
            + table.anyColumn(random).name()
            + " AS a, "
            + groupExpression(random, table)
            + " AS b FROM "
            + table.name()
            + where(random, table));
  }

  /** Only the first columns of both are surely of one type. */
  private static String unionAll(RandomTable first, RandomTable second) {
    String a = first.columns().get(0).name();
    String b = second.columns().get(0).name();
    return String.format(
        "SELECT %s AS k, 1 AS origin FROM %s UNION ALL SELECT %s AS k, 2 AS origin FROM %s",
        a, first.name(), b, second.name());
  }

  private static RandomQuery grouped(
      Random random, RandomTable table, String from, boolean ofTable) {
    if (!ofTable) {
      return exact(
          "SELECT k, COUNT(*) AS n, COUNT(DISTINCT origin) AS origins, MAX(origin) FILTER (WHERE k"
              + " > 3) AS m, SUM(k) AS s FROM "
              + from
              + " GROUP BY k");
    }
    List<String> groups = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      groups.add(groupExpression(random, table));
    }
    return aggregated(random, table, groups, from);
  }

  static RandomQuery aggregated(
      Random random, RandomTable table, List<String> groups, String from) {
    List<String> items = new ArrayList<>();
    Set<Integer> approximate = new HashSet<>();
    for (int i = 0; i < groups.size(); i++) {
      items.add(groups.get(i) + " AS g" + i);
    }
    int aggregates = 1 + random.nextInt(5);
    for (int i = 0; i < aggregates; i++) {
      String aggregate = aggregate(random, table);
      if (aggregate.startsWith("AVG")) {
        approximate.add(items.size());
      }
      items.add(aggregate + " AS a" + i);
    }
    String sql = "SELECT " + String.join(", ", items) + " FROM " + from + where(random, table);
    if (!groups.isEmpty()) {
      sql += " GROUP BY " + String.join(", ", groups);
    }
    if (random.nextInt(3) == 0) {
      sql += " HAVING COUNT(*) " + (random.nextBoolean() ? "> 1" : "<= 3");
    }
    return new RandomQuery(sql, approximate);
  }

  private static RandomQuery overGroups(Random random, RandomTable table) {
    return exact(
        String.format(
            "SELECT size, COUNT(*) AS group_count, MIN(g) AS least, MAX(g) AS most FROM (SELECT"
                + " %1$s AS h, COUNT(*) AS size, MAX(%2$s) AS g FROM %3$s%4$s GROUP BY %1$s) AS t"
                + " GROUP BY size",
            table.anyColumn(random).name(),
            table.columns().get(0).name(),
            table.name(),
            where(random, table)));
  }

  private static String groupExpression(Random random, RandomTable table) {
    Column column = table.anyColumn(random);
    return switch (random.nextInt(4)) {
      case 0 -> "CASE WHEN " + table.condition(random) + " THEN 1 ELSE 2 END";
      case 1 -> column.type() == Type.INTEGER ? "MOD(" + column.name() + ", 4)" : column.name();
      default -> column.name();
    };
  }

  private static String aggregate(Random random, RandomTable table) {
    Column column = table.anyColumn(random);
    boolean sum = column.type().isNumber();
    boolean order = column.type() != Type.BOOLEAN;
    String name = column.name();
    String call =
        switch (random.nextInt(8)) {
          case 0 -> "COUNT(" + name + ")";
          case 1 -> "COUNT(DISTINCT " + name + ")";
          case 2 -> sum ? "SUM(" + name + ")" : "COUNT(*)";
          case 3 -> sum ? "AVG(" + name + ")" : "COUNT(*)";
          case 4 -> order ? "MIN(" + name + ")" : "COUNT(*)";
          case 5 -> order ? "MAX(" + name + ")" : "COUNT(*)";
          case 6 -> sum ? "SUM(DISTINCT " + name + ")" : "COUNT(*)";
          default -> "COUNT(*)";
        };
    return random.nextInt(4) == 0 ? call + " FILTER (WHERE " + table.condition(random) + ")" : call;
  }

  private static String where(Random random, RandomTable table) {
    return random.nextInt(3) == 0 ? " WHERE " + table.condition(random) : "";
  }

  static RandomQuery exact(String sql) {
    return new RandomQuery(sql, Set.of());
  }
}
