package io.millrace.server.proof;

import io.millrace.server.proof.RandomTable.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A random query for the first rows, in SQL that DuckDB understands, too. Where rows have numbers
 * of their own, only equal rows sort equal, so that there is one answer.
 */
final class RandomRankQuery {
  private final Random random;
  private final RandomTable table;

  private RandomRankQuery(Random random, RandomTable table) {
    this.random = random;
    this.table = table;
  }

  static RandomQuery of(Random random, RandomTable table) {
    RandomRankQuery query = new RandomRankQuery(random, table);
    String sql =
        switch (random.nextInt(4)) {
          case 0 -> query.limited();
          case 1 -> "SELECT r, COUNT(*) AS c FROM (" + query.ranked() + ") AS ranked GROUP BY r";
          default -> query.ranked();
        };
    return new RandomQuery(sql, Set.of());
  }

  private String limited() {
    return "SELECT "
        + columns()
        + from()
        + order(true)
        + (random.nextInt(4) > 0 ? " LIMIT " + random.nextInt(8) : " LIMIT 1000")
        + (random.nextBoolean() ? " OFFSET " + random.nextInt(8) : "");
  }

  private String ranked() {
    int function = random.nextInt(3);
    String call = List.of("ROW_NUMBER", "RANK", "DENSE_RANK").get(function);
    String partition =
        random.nextInt(4) == 0 ? "" : "PARTITION BY " + table.anyColumn(random).name();
    String number = call + "() OVER (" + partition + order(function == 0) + ")";
    String inner = "SELECT " + columns() + ", " + number + " AS r" + from();
    return "SELECT " + columns() + ", r FROM (" + inner + ") AS numbered" + bound();
  }

  private String bound() {
    int n = 1 + random.nextInt(5);
    return switch (random.nextInt(7)) {
      case 0 -> "";
      case 1 -> " WHERE r = " + n;
      case 2 -> " WHERE r BETWEEN " + n + " AND " + (n + 3);
      case 3 -> " WHERE " + n + " < r";
      case 4 -> " WHERE r IN (" + n + ", 1) AND " + table.condition(random);
      default -> " WHERE r <= " + n;
    };
  }

  private String from() {
    return " FROM "
        + table.name()
        + (random.nextInt(3) == 0 ? " WHERE " + table.condition(random) : "");
  }

  private String columns() {
    return table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
  }

  private String order(boolean byAll) {
    List<Column> columns = new ArrayList<>(table.columns());
    Collections.shuffle(columns, random);
    int count = byAll ? columns.size() : 1 + random.nextInt(columns.size());
    return columns.subList(0, count).stream()
        .map(
            column ->
                column.name()
                    + (random.nextBoolean() ? " DESC" : "")
                    + (random.nextBoolean() ? " NULLS FIRST" : " NULLS LAST"))
        .collect(Collectors.joining(", ", " ORDER BY ", ""));
  }
}
