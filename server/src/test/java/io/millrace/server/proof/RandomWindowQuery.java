package io.millrace.server.proof;

import io.millrace.server.proof.RandomTable.Column;
import io.millrace.server.proof.RandomTable.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A random query over the rows of a table with their windows of time. */
final class RandomWindowQuery {
  /** Stands for the rows with their windows, which each system writes in its own way. */
  private static final String ROWS = "@rows";

  /** About the time between the values of a TIMESTAMP column, and others. */
  private static final long[] LENGTHS = {1, 3_599_999, 3_600_000, 3_600_001, 7_200_000, 20_000_000};

  private final Random random;
  private final RandomTable table;
  private final String time;

  private RandomWindowQuery(Random random, RandomTable table) {
    this.random = random;
    this.table = table;
    List<Column> times =
        table.columns().stream().filter(column -> column.type() == Type.TIMESTAMP).toList();
    this.time = times.get(random.nextInt(times.size())).name();
  }

  static RandomQuery of(Random random, RandomTable table) {
    RandomWindowQuery windows = new RandomWindowQuery(random, table);
    RandomQuery query =
        switch (random.nextInt(6)) {
          case 0 -> windows.rows();
          case 1 -> windows.ranked();
          case 2 -> windows.joined();
          default -> windows.grouped();
        };
    From from = windows.from();
    return new RandomQuery(
        query.sql().replace(ROWS, from.millrace()),
        query.sql().replace(ROWS, from.duckDb()),
        query.approximate());
  }

  private RandomQuery rows() {
    return RandomQuery.exact(
        "SELECT " + columns() + ", window_start, window_end FROM " + ROWS + " AS w" + where());
  }

  private RandomQuery grouped() {
    List<String> groups = new ArrayList<>();
    if (random.nextBoolean()) {
      groups.add(table.anyColumn(random).name());
    }
    if (random.nextInt(4) > 0) {
      groups.add("window_start");
    }
    if (random.nextInt(3) > 0) {
      groups.add("window_end");
    }
    return RandomQuery.aggregated(random, table, groups, ROWS + " AS w");
  }

  private RandomQuery ranked() {
    return RandomQuery.exact(
        "SELECT "
            + columns()
            + ", window_end, r FROM (SELECT "
            + columns()
            + ", window_end, RANK() OVER (PARTITION BY window_start, window_end ORDER BY "
            + table.anyColumn(random).name()
            + " NULLS FIRST) AS r FROM "
            + ROWS
            + " AS w) AS numbered WHERE r <= 2");
  }

  private RandomQuery joined() {
    return RandomQuery.exact(
        "SELECT x.window_start, x.window_end, x.c, y.c AS d FROM "
            + counts()
            + " AS x "
            + (random.nextBoolean() ? "LEFT JOIN " : "JOIN ")
            + counts()
            + " AS y ON x.window_start = y.window_start AND x.window_end = y.window_end");
  }

  private String counts() {
    return "(SELECT window_start, window_end, COUNT(*) AS c FROM "
        + ROWS
        + " AS w"
        + where()
        + " GROUP BY window_start, window_end)";
  }

  private String columns() {
    return table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
  }

  private String where() {
    return random.nextInt(3) == 0 ? " WHERE " + table.condition(random) : "";
  }

  /** The rows with their windows, in the words of both systems. */
  private record From(String millrace, String duckDb) {}

  private From from() {
    long length = LENGTHS[random.nextInt(LENGTHS.length)];
    long times = 1 + random.nextInt(4);
    long offset = random.nextBoolean() ? 0 : random.nextInt(4_000_000);
    return switch (random.nextInt(6)) {
      case 0 -> new From(function("TUMBLE", length, offset), fixed(length, offset, 0, 0, length));
      case 1 ->
          new From(
              function("HOP", length, times * length, offset),
              fixed(length, offset, times - 1, -length, times * length));
      case 2 ->
          new From(
              function("CUMULATE", length, times * length, offset), grown(length, times, offset));
      default -> session(length);
    };
  }

  private String function(String name, long... millis) {
    return "TABLE("
        + name
        + "(TABLE "
        + table.name()
        + ", DESCRIPTOR("
        + time
        + "), "
        + IntStream.range(0, millis.length)
            .mapToObj(
                i ->
                    String.format(
                        "INTERVAL '%d.%03d' SECOND(6, 3)", millis[i] / 1000, millis[i] % 1000))
            .collect(Collectors.joining(", "))
        + "))";
  }

  private static String interval(long millis) {
    return "to_milliseconds(" + millis + ")";
  }

  private String begin(long period, long offset) {
    return String.format(
        "time_bucket(%s, %s, TIMESTAMP '1970-01-01' + %s)",
        interval(period), time, interval(offset));
  }

  /** Windows that begin at the last multiple of the period and at some shifts of it. */
  private String fixed(long period, long offset, long shifts, long shift, long size) {
    return String.format(
        "(SELECT *, window_start + %s AS window_end FROM (SELECT *, %s + k * %s AS window_start FROM"
            + " %s, range(%d) AS shifts(k) WHERE %s IS NOT NULL))",
        interval(size), begin(period, offset), interval(shift), table.name(), shifts + 1, time);
  }

  private String grown(long step, long steps, long offset) {
    return String.format(
        "(SELECT *, window_start + (k + 1) * %1$s AS window_end FROM (SELECT *, %2$s AS window_start"
            + " FROM %3$s, range(%4$d) AS steps(k)) WHERE window_start + (k + 1) * %1$s > %5$s)",
        interval(step), begin(steps * step, offset), table.name(), steps, time);
  }

  private From session(long gap) {
    List<String> columns = new ArrayList<>(table.columns().stream().map(Column::name).toList());
    columns.remove(time);
    Collections.shuffle(columns, random);
    List<String> keys = columns.subList(0, random.nextInt(3));
    String list = String.join(", ", keys);
    String millrace = function("SESSION", gap);
    if (!keys.isEmpty()) {
      millrace = millrace.replace(", DESC", " PARTITION BY (" + list + "), DESC");
    }
    String partition = keys.isEmpty() ? "" : "PARTITION BY " + list + " ";
    String session = "PARTITION BY " + (keys.isEmpty() ? "" : list + ", ") + "session_no";
    return new From(
        millrace,
        String.format(
            "(SELECT *, MIN(%1$s) OVER (%2$s) AS window_start, MAX(%1$s) OVER (%2$s) + %3$s AS"
                + " window_end FROM (SELECT *, SUM(begins) OVER (%4$sORDER BY %1$s ROWS UNBOUNDED"
                + " PRECEDING) AS session_no FROM (SELECT *, CASE WHEN %1$s - LAG(%1$s) OVER (%4$s"
                + "ORDER BY %1$s) <= %3$s THEN 0 ELSE 1 END AS begins FROM %5$s WHERE %1$s IS NOT"
                + " NULL)))",
            time, session, interval(gap), partition, table.name()));
  }
}
