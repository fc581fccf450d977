package io.millrace.executor.operator.rank;

import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.EventTime;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.RankFunction;
import io.millrace.core.plan.SortColumn;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.data.ChangelogText.Change;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A random ranking of a random input, random changes of its rows, and what must be put out. */
final class RandomRanking {
  private static final String[] TEXTS = {
    "", "a", "ab", "b", "\u00e9", "a\u0000", "a\u0000b", "\uffff", "a longer text"
  };
  private static final TypeKind[] KINDS = TypeKind.values();

  private final Random random;
  private final int variety;
  private final int size;
  private final List<Object[]> live = new ArrayList<>();
  private int before;
  private int after;
  final RowType input;
  final ExecNode.Rank node;

  RandomRanking(long seed) {
    this(seed, false);
  }

  RandomRanking(long seed, boolean topRows) {
    this(seed, topRows, false);
  }

  /** A ranking whose partitions are put out when the time among their columns is past. */
  static RandomRanking closing(long seed) {
    return new RandomRanking(seed, false, true);
  }

  /**
   * @param topRows whether it is about the first rows of partitions to which rows are only added
   * @param closing whether partitions are put out once
   */
  private RandomRanking(long seed, boolean topRows, boolean closing) {
    random = new Random(seed);
    variety = 1 + random.nextInt(6);
    size = random.nextInt(6) == 0 ? 250 : 20;
    List<Column> columns = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      columns.add(
          new Column("c" + i, closing && i == 0 ? DataType.of(TypeKind.TIMESTAMP) : type()));
      order.add(i);
    }
    input = new RowType(columns);
    Collections.shuffle(order, random);
    int partitions = random.nextInt(Math.min(count, 2) + 1);
    if (closing) {
      Collections.swap(order, 0, order.indexOf(0));
      partitions = Math.max(1, partitions);
    }
    List<Integer> partitionKeys = List.copyOf(order.subList(0, partitions));
    List<SortColumn> sort = new ArrayList<>();
    for (int column : order.subList(random.nextInt(count), count)) {
      if (random.nextInt(3) > 0) {
        sort.add(new SortColumn(column, random.nextBoolean(), random.nextBoolean()));
      }
    }
    RankFunction[] functions = RankFunction.values();
    boolean rankProjected = random.nextBoolean();
    if (rankProjected) {
      columns.add(new Column("rank", DataType.of(TypeKind.BIGINT).notNull()));
    }
    long from = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(6);
    long to = random.nextInt(5) == 0 ? Long.MAX_VALUE : from - 1 + random.nextInt(6);
    RankFunction function = functions[random.nextInt(functions.length)];
    boolean appendOnly = closing || random.nextInt(3) == 0;
    if (topRows) {
      to = from + random.nextInt(6);
      function = RankFunction.ROW_NUMBER;
      appendOnly = true;
    }
    node =
        new ExecNode.Rank(
            1,
            0,
            function,
            partitionKeys,
            sort,
            from,
            to,
            rankProjected,
            appendOnly,
            new RowType(columns),
            closing ? ChangelogMode.APPEND : ChangelogMode.RETRACT,
            closing ? new EventTime(0, random.nextInt(3)) : null);
  }

  private DataType type() {
    TypeKind kind = KINDS[random.nextInt(KINDS.length)];
    DataType type =
        kind == TypeKind.DECIMAL
            ? random.nextBoolean() ? DataType.decimal(9, 2) : DataType.decimal(30, 3)
            : DataType.of(kind);
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

  private Object[] row() {
    Object[] row = new Object[input.size()];
    for (int i = 0; i < row.length; i++) {
      DataType type = input.type(i);
      row[i] = type.nullable() && random.nextInt(6) == 0 ? null : value(type);
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
          type.isLongDecimal()
              ? new BigDecimal(BigInteger.valueOf(few), type.scale())
              : new BigDecimal(
                  BigInteger.TEN.pow(20 + few).multiply(BigInteger.valueOf(few)), type.scale());
      case VARCHAR -> TEXTS[random.nextInt(Math.min(TEXTS.length, variety + 3))];
      case VARBINARY -> random.nextBoolean() ? new byte[] {0, (byte) few} : new byte[] {0};
      case TIME -> 1000 + few;
      case TIMESTAMP -> time(few);
    };
  }

  /** The value of a TIMESTAMP; the numbers begin at -1. */
  static long time(int number) {
    return 1_700_000_000_000L * number;
  }

  boolean isEmpty() {
    return live.isEmpty();
  }

  /** Each row that was in the range goes at most once, each that is comes at most once. */
  int mostChanges() {
    return before + after;
  }

  /** The rows that are there now with their ranks, as far as these are in the range. */
  List<Change> expected() {
    return expected(live);
  }

  /** The same of other rows. */
  List<Change> expected(List<Object[]> of) {
    Comparator<Object[]> partition = (a, b) -> 0;
    for (int column : node.partitionKeys()) {
      partition = partition.thenComparing(by(new SortColumn(column, false, true)));
    }
    Comparator<Object[]> sort = (a, b) -> 0;
    for (SortColumn column : node.order()) {
      sort = sort.thenComparing(by(column));
    }
    Comparator<Object[]> all = partition.thenComparing(sort);
    for (int i = 0; i < input.size(); i++) {
      all = all.thenComparing(by(new SortColumn(i, false, true)));
    }
    List<Object[]> rows = new ArrayList<>(of);
    rows.sort(all.thenComparing(this::zeros));
    List<Change> result = new ArrayList<>();
    long number = 0;
    long rank = 0;
    long dense = 0;
    for (int i = 0; i < rows.size(); i++) {
      Object[] row = rows.get(i);
      if (i == 0 || partition.compare(rows.get(i - 1), row) != 0) {
        number = 0;
        dense = 0;
      }
      number++;
      if (number == 1 || sort.compare(rows.get(i - 1), row) != 0) {
        rank = number;
        dense++;
      }
      long value =
          switch (node.function()) {
            case ROW_NUMBER -> number;
            case RANK -> rank;
            case DENSE_RANK -> dense;
          };
      if (value >= node.from() && value <= node.to()) {
        Object[] output = Arrays.copyOf(row, node.rowType().size());
        if (node.rankProjected()) {
          output[row.length] = value;
        }
        result.add(new Change(1, output));
      }
    }
    return result;
  }

  private Comparator<Object[]> by(SortColumn sort) {
    return (a, b) -> {
      Object x = a[sort.column()];
      Object y = b[sort.column()];
      if (x == null || y == null) {
        int nulls = Boolean.compare(x != null, y != null);
        return sort.nullsFirst() ? nulls : -nulls;
      }
      int order = compare(x, y);
      return sort.descending() ? -order : order;
    };
  }

  private static int compare(Object a, Object b) {
    if (a instanceof Double x) {
      return Double.compare(x + 0.0, (Double) b + 0.0);
    }
    if (a instanceof Float x) {
      return Float.compare(x + 0.0f, (Float) b + 0.0f);
    }
    if (a instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) b);
    }
    return compareValues(a, b);
  }

  @SuppressWarnings("unchecked") // values of one column have one class
  private static int compareValues(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  /** 0.0 before -0.0 where nothing else differs, in the order in which columns are compared. */
  private int zeros(Object[] a, Object[] b) {
    Set<Integer> columns = new LinkedHashSet<>(node.partitionKeys());
    node.order().forEach(sort -> columns.add(sort.column()));
    for (int i = 0; i < input.size(); i++) {
      columns.add(i);
    }
    for (int column : columns) {
      int order = Boolean.compare(isNegativeZero(a[column]), isNegativeZero(b[column]));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static boolean isNegativeZero(Object value) {
    return value != null && (value.equals(-0.0) || value.equals(-0.0f));
  }
}
