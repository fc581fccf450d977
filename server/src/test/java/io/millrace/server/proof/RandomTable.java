package io.millrace.server.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A table with random columns, in SQL that Millrace and DuckDB both understand.
 *
 * @param keyed whether its first column, {@code id}, is a primary key
 */
record RandomTable(String name, List<Column> columns, boolean keyed) {
  private static final String[] TEXTS = {"", "a", "B", "ä", "zz", "a b", "it''s", "Zürich"};
  private static final int NULL_PERCENT = 15;

  /** A column type, with few values so that groups have several rows. */
  enum Type {
    INTEGER("INTEGER") {
      @Override
      String literal(Random random) {
        return String.valueOf(random.nextInt(26) - 5);
      }
    },
    BIGINT("BIGINT") {
      @Override
      String literal(Random random) {
        return String.valueOf((random.nextInt(13) - 6) * 1_000_000_000_000L);
      }
    },
    DECIMAL("DECIMAL(10, 2)") {
      @Override
      String literal(Random random) {
        return "CAST(" + (random.nextInt(4001) - 2000) + " / 100.00 AS DECIMAL(10, 2))";
      }
    },
    // Multiples of a quarter, whose sums are exact in DuckDB, too.
    DOUBLE("DOUBLE") {
      @Override
      String literal(Random random) {
        return "CAST(" + (random.nextInt(401) - 200) / 4.0 + " AS DOUBLE)";
      }
    },
    VARCHAR("VARCHAR") {
      @Override
      String literal(Random random) {
        return "'" + TEXTS[random.nextInt(TEXTS.length)] + "'";
      }
    },
    BOOLEAN("BOOLEAN") {
      @Override
      String literal(Random random) {
        return random.nextBoolean() ? "TRUE" : "FALSE";
      }
    },
    DATE("DATE") {
      @Override
      String literal(Random random) {
        return String.format("DATE '20%02d-0%d-28'", random.nextInt(30), 1 + random.nextInt(9));
      }
    },
    TIMESTAMP("TIMESTAMP(6)") {
      @Override
      String literal(Random random) {
        return String.format(
            "TIMESTAMP '2024-02-29 %02d:59:00.%06d'", random.nextInt(24), random.nextInt(3));
      }
    };

    private final String sql;

    Type(String sql) {
      this.sql = sql;
    }

    abstract String literal(Random random);

    boolean isNumber() {
      return this == INTEGER || this == BIGINT || this == DECIMAL || this == DOUBLE;
    }
  }

  /** A column. */
  record Column(String name, Type type) {}

  static RandomTable make(Random random, String name, boolean keyed) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column(keyed ? "id" : "n", Type.INTEGER));
    int more = 2 + random.nextInt(4);
    for (int i = 1; i <= more; i++) {
      columns.add(new Column("c" + i, Type.values()[random.nextInt(Type.values().length)]));
    }
    if (columns.stream().noneMatch(column -> column.type() == Type.TIMESTAMP)) {
      columns.add(new Column("ts", Type.TIMESTAMP));
    }
    return new RandomTable(name, List.copyOf(columns), keyed);
  }

  String definition() {
    String list =
        columns.stream()
            .map(c -> c.name() + " " + c.type().sql + (isKey(c) ? " PRIMARY KEY" : ""))
            .collect(Collectors.joining(", "));
    return "CREATE TABLE " + name + " (" + list + ")";
  }

  private boolean isKey(Column column) {
    return keyed && column == columns.get(0);
  }

  Column anyColumn(Random random) {
    return columns.get(random.nextInt(columns.size()));
  }

  String value(Random random, Column column) {
    if (isKey(column)) {
      return String.valueOf(random.nextInt(500));
    }
    return random.nextInt(100) < NULL_PERCENT ? "NULL" : column.type().literal(random);
  }

  /** An INSERT, UPDATE or DELETE. */
  String change(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> "DELETE FROM " + name + " WHERE " + condition(random);
      case 1 -> update(random);
      default -> insert(random);
    };
  }

  private String insert(Random random) {
    List<String> rows = new ArrayList<>();
    int count = 1 + random.nextInt(20);
    for (int i = 0; i < count; i++) {
      rows.add(
          columns.stream()
              .map(column -> value(random, column))
              .collect(Collectors.joining(", ", "(", ")")));
    }
    return "INSERT INTO " + name + " VALUES " + String.join(", ", rows);
  }

  private String update(Random random) {
    Column column = columns.get(1 + random.nextInt(columns.size() - 1));
    String value =
        column.type() == Type.INTEGER && random.nextBoolean()
            ? column.name() + " + 1"
            : value(random, column);
    return "UPDATE "
        + name
        + " SET "
        + column.name()
        + " = "
        + value
        + " WHERE "
        + condition(random);
  }

  String condition(Random random) {
    Column column = anyColumn(random);
    String literal = column.type().literal(random);
    return switch (random.nextInt(8)) {
      case 0 -> column.name() + " IS NULL";
      case 1 -> column.name() + " IS NOT NULL";
      case 2 -> column.name() + " = " + literal;
      case 3 -> column.name() + " <> " + literal;
      case 4 -> column.name() + " IN (" + literal + ", " + column.type().literal(random) + ")";
      case 5 -> "NOT (" + condition(random) + ") AND " + column.name() + " >= " + literal;
      case 6 -> "(" + condition(random) + " OR " + column.name() + " < " + literal + ")";
      default -> column.name() + " > " + literal;
    };
  }
}
