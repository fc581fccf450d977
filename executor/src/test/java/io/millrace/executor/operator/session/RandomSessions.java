package io.millrace.executor.operator.session;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangelogText.Change;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random sessions over a random input, random changes of its rows, and what must be put out. */
final class RandomSessions {
  private static final TypeKind[] KINDS = {
    TypeKind.BIGINT,
    TypeKind.INTEGER,
    TypeKind.VARCHAR,
    TypeKind.VARBINARY,
    TypeKind.DOUBLE,
    TypeKind.DECIMAL,
    TypeKind.TIMESTAMP
  };

  private final Random random;
  private final int variety;
  private final int size;
  private final int span;
  private final List<Object[]> live = new ArrayList<>();
  private int before;
  private int after;
  final RowType input;
  final ExecNode.SessionWindow node;

  RandomSessions(long seed) {
    random = new Random(seed);
    variety = 1 + random.nextInt(5);
    size = random.nextInt(6) == 0 ? 400 : 25;
    span = 10 + random.nextInt(random.nextBoolean() ? 50 : 2000);
    int count = 1 + random.nextInt(4);
    int time = random.nextInt(count);
    List<Column> columns = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      DataType type =
          i == time ? DataType.of(TypeKind.TIMESTAMP).withNullable(random.nextBoolean()) : type();
      columns.add(new Column("c" + i, type));
      if (i != time) {
        others.add(i);
      }
    }
    input = new RowType(columns);
    Collections.shuffle(others, random);
    List<Integer> keys = List.copyOf(others.subList(0, random.nextInt(others.size() + 1)));
    List<Integer> output = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (random.nextBoolean()) {
        output.add(i);
      }
    }
    if (random.nextInt(3) == 0) {
      output.retainAll(keys);
    }
    Collections.shuffle(output, random);
    List<Column> outputColumns = new ArrayList<>();
    output.forEach(column -> outputColumns.add(input.column(column)));
    outputColumns.add(new Column("window_start", DataType.of(TypeKind.TIMESTAMP).notNull()));
    outputColumns.add(new Column("window_end", DataType.of(TypeKind.TIMESTAMP).notNull()));
    node =
        new ExecNode.SessionWindow(
            1,
            0,
            keys,
            time,
            1 + random.nextInt(20),
            output,
            random.nextInt(3) == 0,
            new RowType(outputColumns),
            ChangelogMode.RETRACT);
  }

  private DataType type() {
    TypeKind kind = KINDS[random.nextInt(KINDS.length)];
    DataType type = kind == TypeKind.DECIMAL ? DataType.decimal(9, 2) : DataType.of(kind);
    return type.withNullable(random.nextInt(3) > 0);
  }

  /** Some changes, whose order means nothing where rows may be taken back. */
  List<Change> epoch() {
    List<Change> changes = new ArrayList<>();
    before = after;
    if (!node.inputAppendOnly() && random.nextInt(6) == 0) {
      live.forEach(row -> changes.add(new Change(-1, row)));
      live.clear();
    }
    for (int i = random.nextInt(3) == 0 ? 0 : random.nextInt(size); i > 0; i--) {
      if (!node.inputAppendOnly() && !live.isEmpty() && random.nextInt(5) < 2) {
        changes.add(new Change(-1, live.remove(random.nextInt(live.size()))));
      } else {
        Object[] row =
            live.isEmpty() || random.nextInt(5) > 0 ? row() : live.get(random.nextInt(live.size()));
        int weight = node.inputAppendOnly() || random.nextInt(4) > 0 ? 1 : 2;
        changes.add(new Change(weight, row));
        live.addAll(Collections.nCopies(weight, row));
      }
    }
    Collections.shuffle(changes, random);
    after = expected().size();
    return changes;
  }

  /** Some more rows, none of a time up to a past one. */
  List<Change> additions(long past) {
    List<Change> changes = new ArrayList<>();
    for (int i = random.nextInt(size); i > 0; i--) {
      Object[] row = row();
      Long time = (Long) row[node.timeColumn()];
      if (time != null && time <= past) {
        row[node.timeColumn()] = past + 1 + random.nextInt(span);
      }
      changes.add(new Change(1, row));
      live.add(row);
    }
    return changes;
  }

  /** The earliest time that a row may have. */
  long earliest() {
    return -span / 2;
  }

  /** How far times are apart. */
  int span() {
    return span;
  }

  private Object[] row() {
    Object[] row = new Object[input.size()];
    for (int i = 0; i < row.length; i++) {
      DataType type = input.type(i);
      boolean isNull = type.nullable() && random.nextInt(6) == 0;
      row[i] = isNull ? null : i == node.timeColumn() ? time() : value(type);
    }
    return row;
  }

  private Object time() {
    return (long) (random.nextInt(span) - span / 2);
  }

  private Object value(DataType type) {
    int few = random.nextInt(variety) - 1;
    return switch (type.kind()) {
      case INTEGER -> few * 70_000;
      case BIGINT, TIMESTAMP -> few * 5_000_000_000L;
      case DOUBLE -> few == 0 && random.nextBoolean() ? -0.0 : few / 10.0;
      case DECIMAL -> java.math.BigDecimal.valueOf(few, 2);
      case VARCHAR -> "a\u0000b".repeat(few + 1);
      case VARBINARY -> random.nextBoolean() ? new byte[] {0, (byte) few} : new byte[] {0};
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  boolean isEmpty() {
    return live.isEmpty();
  }

  /** Each row that was there goes at most once, each that is there comes at most once. */
  int mostChanges() {
    return before + after;
  }

  /** The rows that are there now with their windows. */
  List<Change> expected() {
    Map<List<Object>, List<Object[]>> partitions = new HashMap<>();
    for (Object[] row : live) {
      if (row[node.timeColumn()] != null) {
        List<Object> key = node.partitionKeys().stream().map(i -> comparable(row[i])).toList();
        partitions.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
      }
    }
    List<Change> result = new ArrayList<>();
    for (List<Object[]> rows : partitions.values()) {
      rows.sort(Comparator.comparingLong(this::timeOf));
      int start = 0;
      for (int i = 1; i <= rows.size(); i++) {
        if (i == rows.size() || timeOf(rows.get(i)) - timeOf(rows.get(i - 1)) > node.gapMillis()) {
          addSession(rows.subList(start, i), result);
          start = i;
        }
      }
    }
    return result;
  }

  private void addSession(List<Object[]> rows, List<Change> result) {
    for (Object[] row : rows) {
      List<Object> output = new ArrayList<>();
      node.columns().forEach(column -> output.add(row[column]));
      output.add(timeOf(rows.get(0)));
      output.add(timeOf(rows.get(rows.size() - 1)) + node.gapMillis());
      result.add(new Change(1, output.toArray()));
    }
  }

  private long timeOf(Object[] row) {
    return (Long) row[node.timeColumn()];
  }

  private static Object comparable(Object value) {
    if (value instanceof Double number) {
      return number + 0.0;
    }
    return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value == null ? "NULL" : value;
  }
}
