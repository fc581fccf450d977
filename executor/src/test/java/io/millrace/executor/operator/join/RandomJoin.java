package io.millrace.executor.operator.join;

import io.millrace.core.expression.JavaExpression;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.JoinKind;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangelogText.Change;
import io.millrace.executor.operator.OperatorHarness.InputChanges;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Two random inputs, a random join of them, and random changes of their rows. */
final class RandomJoin {
  private static final String[] TEXTS = {"", "a", "ab", "b", "\u00e9", "a\u0000", "a longer text"};
  private static final TypeKind[] KINDS = TypeKind.values();

  private final Random random;
  private final int variety;
  private final int size;
  private final boolean insertsOnly;
  private final List<List<Object[]>> live = List.of(new ArrayList<>(), new ArrayList<>());
  private final List<Integer> conditionColumns = new ArrayList<>();
  private final List<Integer> outputColumns;
  final List<RowType> inputs;
  final ExecNode.Join node;

  RandomJoin(long seed) {
    random = new Random(seed);
    variety = 1 + random.nextInt(6);
    size = random.nextInt(6) == 0 ? 250 : 20;
    List<DataType> keyTypes = new ArrayList<>();
    for (int i = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(2); i > 0; i--) {
      keyTypes.add(type());
    }
    List<List<Integer>> keys = new ArrayList<>();
    List<RowType> rowTypes = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      List<Column> columns = new ArrayList<>();
      List<Integer> order = new ArrayList<>();
      int extra = random.nextInt(3);
      for (int i = 0; i < keyTypes.size() + 1 + extra; i++) {
        order.add(i);
      }
      Collections.shuffle(order, random);
      List<Integer> sideKeys = new ArrayList<>(Collections.nCopies(keyTypes.size(), 0));
      for (int i = 0; i < order.size(); i++) {
        int what = order.get(i);
        DataType type;
        if (what < keyTypes.size()) {
          type = keyTypes.get(what).withNullable(random.nextInt(3) > 0);
          sideKeys.set(what, i);
        } else if (what == keyTypes.size()) {
          type = DataType.of(TypeKind.INTEGER);
          conditionColumns.add(i);
        } else {
          type = type();
        }
        columns.add(new Column((side == 0 ? "l" : "r") + i, type));
      }
      keys.add(sideKeys);
      rowTypes.add(new RowType(columns));
    }
    inputs = List.copyOf(rowTypes);
    List<Boolean> nullKeysMatch = keyTypes.stream().map(type -> random.nextInt(4) == 0).toList();
    JoinKind kind = JoinKind.values()[random.nextInt(JoinKind.values().length)];
    insertsOnly = random.nextInt(4) == 0;
    outputColumns = outputColumns(kind);
    boolean appendOnly = insertsOnly && (kind == JoinKind.INNER || kind == JoinKind.SEMI);
    node =
        new ExecNode.Join(
            2,
            0,
            1,
            kind,
            keys.get(0),
            keys.get(1),
            nullKeysMatch,
            random.nextBoolean() ? condition() : null,
            outputColumns,
            outputType(kind),
            appendOnly ? ChangelogMode.APPEND : ChangelogMode.RETRACT);
  }

  private JavaExpression condition() {
    int left = conditionColumns.get(0);
    int right = inputs.get(0).size() + conditionColumns.get(1);
    return new JavaExpression(
        DataType.of(TypeKind.BOOLEAN),
        List.of(left, right),
        List.of(),
        String.format(
            "if (c%1$d == null || c%2$d == null) { return null; }"
                + " return java.lang.Boolean.valueOf(c%1$d.intValue() <= c%2$d.intValue());",
            left, right),
        "l <= r");
  }

  private RowType outputType(JoinKind kind) {
    List<Column> columns = new ArrayList<>();
    boolean leftMayMiss = kind == JoinKind.RIGHT || kind == JoinKind.FULL;
    boolean rightMayMiss = kind == JoinKind.LEFT || kind == JoinKind.FULL;
    int leftSize = inputs.get(0).size();
    for (int column : outputColumns) {
      columns.add(
          column < leftSize
              ? output(inputs.get(0).column(column), leftMayMiss)
              : output(inputs.get(1).column(column - leftSize), rightMayMiss));
    }
    return new RowType(columns);
  }

  private List<Integer> outputColumns(JoinKind kind) {
    int all = inputs.get(0).size() + (kind.emitsPairs() ? inputs.get(1).size() : 0);
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      columns.add(i);
    }
    if (random.nextBoolean()) {
      Collections.shuffle(columns, random);
      return columns.subList(0, 1 + random.nextInt(all));
    }
    return columns;
  }

  private static Column output(Column column, boolean mayMiss) {
    return mayMiss ? new Column(column.name(), column.type().withNullable(true)) : column;
  }

  private DataType type() {
    TypeKind kind = KINDS[random.nextInt(KINDS.length)];
    DataType type =
        kind == TypeKind.DECIMAL
            ? random.nextBoolean() ? DataType.decimal(9, 2) : DataType.decimal(30, 3)
            : DataType.of(kind);
    return type.withNullable(random.nextInt(3) > 0);
  }

  /** Some changes of both inputs, in parts whose order means nothing. */
  List<InputChanges> epoch() {
    List<InputChanges> parts = new ArrayList<>();
    boolean clear = !insertsOnly && random.nextInt(6) == 0;
    for (int side = 0; side < 2; side++) {
      List<Change> changes = clear ? new ArrayList<>() : changes(side);
      if (clear) {
        live.get(side).forEach(row -> changes.add(new Change(-1, row)));
        live.get(side).clear();
      }
      Collections.shuffle(changes, random);
      int at = 0;
      while (at < changes.size()) {
        int end = Math.min(changes.size(), at + 1 + random.nextInt(size));
        parts.add(new InputChanges(side, changes.subList(at, end)));
        at = end;
      }
    }
    Collections.shuffle(parts, random);
    return parts;
  }

  private List<Change> changes(int side) {
    List<Object[]> rows = live.get(side);
    List<Change> changes = new ArrayList<>();
    for (int i = random.nextInt(3) == 0 ? 0 : random.nextInt(size); i > 0; i--) {
      if (!insertsOnly && !rows.isEmpty() && random.nextInt(5) < 2) {
        changes.add(new Change(-1, rows.remove(random.nextInt(rows.size()))));
      } else {
        Object[] row =
            rows.isEmpty() || random.nextInt(5) > 0
                ? row(side)
                : rows.get(random.nextInt(rows.size()));
        int weight = insertsOnly || random.nextInt(4) > 0 ? 1 : 2;
        changes.add(new Change(weight, row));
        rows.addAll(Collections.nCopies(weight, row));
      }
    }
    return changes;
  }

  private Object[] row(int side) {
    RowType rowType = inputs.get(side);
    Object[] row = new Object[rowType.size()];
    for (int i = 0; i < row.length; i++) {
      DataType type = rowType.type(i);
      boolean compared = i == conditionColumns.get(side);
      row[i] =
          type.nullable() && random.nextInt(6) == 0
              ? null
              : compared ? Integer.valueOf(random.nextInt(size)) : value(type);
    }
    return row;
  }

  private Object value(DataType type) {
    int few = random.nextInt(variety) - 1;
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT -> (byte) few;
      case SMALLINT -> (short) (few * 300);
      case INTEGER, DATE -> few * 70_000;
      case BIGINT -> few * 5_000_000_000L;
      case REAL -> few == 0 && random.nextBoolean() ? -0.0f : few / 4f;
      case DOUBLE -> few == 0 && random.nextBoolean() ? -0.0 : few == 1 ? Double.NaN : few / 10.0;
      case DECIMAL ->
          new BigDecimal(
              type.isLongDecimal() ? BigInteger.valueOf(few) : BigInteger.TEN.pow(20 + few),
              type.scale());
      case VARCHAR -> TEXTS[random.nextInt(Math.min(TEXTS.length, variety + 1))];
      case VARBINARY -> new byte[] {0, (byte) few};
      case TIME -> 1000 + few;
      case TIMESTAMP -> 1_700_000_000_000L + few;
    };
  }

  boolean isEmpty() {
    return live.get(0).isEmpty() && live.get(1).isEmpty();
  }

  /** The join of the rows that are there now, pair by pair. */
  List<Change> expected() {
    List<Change> result = new ArrayList<>();
    boolean[] rightMatched = new boolean[live.get(1).size()];
    for (Object[] left : live.get(0)) {
      boolean matched = false;
      for (int i = 0; i < rightMatched.length; i++) {
        Object[] right = live.get(1).get(i);
        if (matches(left, right)) {
          matched = true;
          rightMatched[i] = true;
          if (node.kind().emitsPairs()) {
            result.add(new Change(1, pair(left, right)));
          }
        }
      }
      if (matched && node.kind() == JoinKind.SEMI || !matched && node.kind() == JoinKind.ANTI) {
        result.add(new Change(1, pair(left, null)));
      } else if (!matched && node.kind().emitsUnmatchedLeft()) {
        result.add(new Change(1, pair(left, null)));
      }
    }
    for (int i = 0; i < rightMatched.length; i++) {
      if (!rightMatched[i] && node.kind().emitsUnmatchedRight()) {
        result.add(new Change(1, pair(null, live.get(1).get(i))));
      }
    }
    return result;
  }

  private Object[] pair(Object[] left, Object[] right) {
    int leftSize = inputs.get(0).size();
    Object[] row = new Object[outputColumns.size()];
    for (int i = 0; i < row.length; i++) {
      int column = outputColumns.get(i);
      Object[] from = column < leftSize ? left : right;
      row[i] = from == null ? null : from[column < leftSize ? column : column - leftSize];
    }
    return row;
  }

  private boolean matches(Object[] left, Object[] right) {
    for (int i = 0; i < node.leftKeys().size(); i++) {
      Object a = left[node.leftKeys().get(i)];
      Object b = right[node.rightKeys().get(i)];
      boolean equal =
          a == null || b == null
              ? a == null && b == null && node.nullKeysMatch().get(i)
              : equal(a, b);
      if (!equal) {
        return false;
      }
    }
    if (node.condition() == null) {
      return true;
    }
    Integer a = (Integer) left[conditionColumns.get(0)];
    Integer b = (Integer) right[conditionColumns.get(1)];
    return a != null && b != null && a <= b;
  }

  private static boolean equal(Object a, Object b) {
    if (a instanceof Double x) {
      return Double.valueOf(x + 0.0).equals((Double) b + 0.0);
    }
    if (a instanceof Float x) {
      return Float.valueOf(x + 0.0f).equals((Float) b + 0.0f);
    }
    return a instanceof byte[] bytes ? Arrays.equals(bytes, (byte[]) b) : a.equals(b);
  }
}
