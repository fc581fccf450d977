package io.millrace.executor.operator.aggregate;

import io.millrace.core.plan.AggregateCall;
import io.millrace.core.plan.AggregateFunction;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangelogText.Change;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A random schema, a random aggregation over it, and random changes of its rows. */
final class RandomAggregation {
  private static final String[] TEXTS = {"", "a", "ab", "b", "\u00e9", "\uD83D\uDE00", "a\u0000"};

  /** The times by which groups close are less. */
  static final int MOST_TIME = 30;

  private final Random random;
  final RowType input;
  final ExecNode.GroupAggregate node;
  private final List<Object[]> live = new ArrayList<>();

  RandomAggregation(long seed) {
    this(seed, false);
  }

  /**
   * @param closing whether rows only come, and groups are put out once, when their time is past
   */
  RandomAggregation(long seed, boolean closing) {
    this.random = new Random(seed);
    List<Column> columns = new ArrayList<>();
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      columns.add(new Column("c" + i, type()));
    }
    if (closing) {
      columns.add(
          new Column("t", DataType.of(TypeKind.TIMESTAMP).withNullable(random.nextBoolean())));
    }
    int time = closing ? columns.size() - 1 : -1;
    columns.add(new Column("f0", DataType.of(TypeKind.BOOLEAN)));
    columns.add(new Column("f1", DataType.of(TypeKind.BOOLEAN).withNullable(random.nextBoolean())));
    this.input = new RowType(columns);
    List<Integer> keys = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      int key = random.nextInt(columns.size());
      if (!keys.contains(key)) {
        keys.add(key);
      }
    }
    if (closing && !keys.contains(time)) {
      keys.add(random.nextInt(keys.size() + 1), time);
    }
    List<AggregateCall> calls = new ArrayList<>();
    for (int i = random.nextInt(7); i > 0; i--) {
      calls.add(call());
    }
    if (keys.isEmpty() && calls.isEmpty()) {
      calls.add(new AggregateCall(AggregateFunction.COUNT, -1, -1, false, bigint()));
    }
    List<Column> output = new ArrayList<>();
    keys.forEach(key -> output.add(columns.get(key)));
    calls.forEach(call -> output.add(new Column("a" + output.size(), call.type())));
    this.node =
        new ExecNode.GroupAggregate(
            1,
            0,
            keys,
            calls,
            closing || random.nextInt(3) == 0,
            new RowType(output),
            closing
                ? ChangelogMode.APPEND
                : random.nextBoolean() ? ChangelogMode.RETRACT : ChangelogMode.UPSERT,
            closing ? new EventTime(time, random.nextInt(8) - 2) : null);
  }

  private static DataType bigint() {
    return DataType.of(TypeKind.BIGINT).notNull();
  }

  private DataType type() {
    TypeKind kind = TypeKind.values()[random.nextInt(TypeKind.values().length)];
    DataType type =
        switch (kind) {
          case DECIMAL -> random.nextBoolean() ? DataType.decimal(9, 2) : DataType.decimal(30, 3);
          default -> DataType.of(kind);
        };
    return type.withNullable(random.nextInt(3) > 0);
  }

  private AggregateCall call() {
    AggregateFunction function =
        AggregateFunction.values()[random.nextInt(AggregateFunction.values().length)];
    int argument = random.nextInt(input.size());
    DataType type = input.type(argument);
    int filter = random.nextInt(3) > 0 ? AggregateCall.NONE : input.size() - 1 - random.nextInt(2);
    boolean distinct = random.nextInt(3) == 0;
    boolean number =
        switch (type.kind()) {
          case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL -> true;
          default -> false;
        };
    if (!number && (function == AggregateFunction.SUM || function == AggregateFunction.AVG)) {
      function = AggregateFunction.MIN;
    }
    return switch (function) {
      case COUNT ->
          random.nextBoolean()
              ? new AggregateCall(function, AggregateCall.NONE, filter, false, bigint())
              : new AggregateCall(function, argument, filter, distinct, bigint());
      case SUM -> new AggregateCall(function, argument, filter, distinct, sumType(type));
      case AVG -> new AggregateCall(function, argument, filter, distinct, averageType(type));
      case MIN, MAX ->
          new AggregateCall(function, argument, filter, distinct, type.withNullable(true));
    };
  }

  private static DataType sumType(DataType type) {
    return switch (type.kind()) {
      case DECIMAL -> DataType.decimal(38, type.scale());
      case REAL, DOUBLE -> DataType.of(type.kind());
      default -> DataType.decimal(38, 0);
    };
  }

  private static DataType averageType(DataType type) {
    return type.kind() == TypeKind.DECIMAL ? DataType.decimal(38, 6) : DataType.of(TypeKind.DOUBLE);
  }

  /** The rows that are there now. */
  List<Object[]> live() {
    return live;
  }

  /** Some changes, which are made to {@link #live} too. */
  List<Change> epoch() {
    List<Change> changes = new ArrayList<>();
    for (int i = random.nextInt(3) == 0 ? 0 : random.nextInt(25); i > 0; i--) {
      if (!node.inputAppendOnly() && !live.isEmpty() && random.nextInt(5) < 2) {
        changes.add(new Change(-1, live.remove(random.nextInt(live.size()))));
      } else {
        Object[] row =
            live.isEmpty() || random.nextInt(3) > 0
                ? row()
                : live.get(random.nextInt(live.size())).clone();
        int weight = node.inputAppendOnly() || random.nextInt(4) > 0 ? 1 : 2;
        changes.add(new Change(weight, row));
        for (int n = 0; n < weight; n++) {
          live.add(row);
        }
      }
    }
    if (random.nextInt(8) == 0 && !node.inputAppendOnly()) {
      live.forEach(row -> changes.add(new Change(-1, row)));
      live.clear();
    }
    Collections.shuffle(changes, random);
    return changes;
  }

  private Object[] row() {
    Object[] row = new Object[input.size()];
    for (int i = 0; i < row.length; i++) {
      DataType type = input.type(i);
      boolean time = node.closing() != null && node.closing().column() == i;
      row[i] =
          type.nullable() && random.nextInt(5) == 0
              ? null
              : time ? Long.valueOf(random.nextInt(MOST_TIME)) : value(type);
    }
    return row;
  }

  private Object value(DataType type) {
    boolean small = random.nextInt(4) > 0;
    int few = random.nextInt(4) - 1;
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT -> (byte) (small ? few : random.nextInt());
      case SMALLINT -> (short) (small ? few : random.nextInt());
      case INTEGER -> small ? few : random.nextInt();
      case BIGINT -> small ? few : random.nextLong();
      case REAL -> small ? few / 4f + 0f : real();
      case DOUBLE -> small ? few / 10.0 + 0.0 : real();
      case DECIMAL ->
          new BigDecimal(
              small
                  ? BigInteger.valueOf(few)
                  : new BigInteger(type.isLongDecimal() ? 29 : 98, random)
                      .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1)),
              type.scale());
      case VARCHAR -> TEXTS[random.nextInt(TEXTS.length)];
      case VARBINARY -> small ? new byte[] {(byte) few} : new byte[] {0, (byte) few};
      case DATE -> small ? few : random.nextInt(3_000_000) - 700_000;
      case TIME -> random.nextInt(small ? 3 : 86_400_000);
      case TIMESTAMP -> small ? few : (long) random.nextInt() * 1000 + few;
    };
  }

  /** A float, so that it fits both types; no negative zero, which DuckDB tells from zero. */
  private float real() {
    float value = Float.intBitsToFloat(random.nextInt());
    if (random.nextInt(10) == 0) {
      value = random.nextBoolean() ? Float.POSITIVE_INFINITY : Float.NEGATIVE_INFINITY;
    }
    return Float.isNaN(value) ? Float.NaN : value + 0f;
  }
}
