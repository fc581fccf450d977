package io.millrace.executor.operator.aggregate;

import io.millrace.core.plan.AggregateCall;
import io.millrace.core.plan.AggregateFunction;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import io.millrace.executor.operator.OperatorContext;
import io.millrace.executor.state.RecordLayout;
import io.millrace.executor.state.Redistribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What one aggregation keeps for a group and how its results are read. Aggregates share what they
 * have in common: SUM(x) and AVG(x) one sum, MIN(x) and MAX(x) one ordered table, all aggregates of
 * a column that cannot be NULL the count of rows.
 */
final class AggregateProgram {
  /** Word of a record: marks of {@link #TOUCHED} and {@link #EMITTED}. */
  static final int MARKS = 0;

  /** Word of a record: how many rows the group has. */
  static final int ROW_COUNT = 1;

  /** This epoch has touched the group. Never set between epochs. */
  static final long TOUCHED = 1;

  /** The group without keys has been put out. */
  static final long EMITTED = 2;

  private static final int FIRST_FREE = 2;

  private final ExecNode.GroupAggregate node;
  private final RowType inputType;
  private final OperatorContext context;
  private final Map<Contribution.Key, Contribution> contributions = new LinkedHashMap<>();
  private final Map<List<Object>, Accumulator> accumulators = new LinkedHashMap<>();
  private final List<DistinctValues> distinctValues = new ArrayList<>();
  private final List<Contribution> plainContributions = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();
  private final List<Integer> byteCells = new ArrayList<>();
  private int words = FIRST_FREE;

  AggregateProgram(ExecNode.GroupAggregate node, RowType inputType, OperatorContext context) {
    this.node = node;
    this.inputType = inputType;
    this.context = context;
    node.aggregates().forEach(call -> results.add(result(call)));
    for (Contribution contribution : contributions.values()) {
      if (contribution.key().distinct() == AggregateCall.NONE) {
        plainContributions.add(contribution);
      }
    }
    addDistinctValues();
  }

  /** The record's shape. */
  RecordLayout layout() {
    List<DataType> keyTypes = new ArrayList<>();
    node.groupKeys().forEach(key -> keyTypes.add(inputType.type(key)));
    return new RecordLayout(keyTypes, words, byteCells);
  }

  /** Weights to compute first. */
  List<Contribution> contributions() {
    return plainContributions;
  }

  /** Then the changes of distinct values. */
  List<DistinctValues> distinctValues() {
    return distinctValues;
  }

  /** Then what is added up. */
  List<Accumulator> accumulators() {
    return List.copyOf(accumulators.values());
  }

  /** One for each aggregate. */
  List<Result> results() {
    return results;
  }

  private Result result(AggregateCall call) {
    if (call.function() == AggregateFunction.COUNT) {
      return new CountResult(countWord(key(call)));
    }
    DataType argument = inputType.type(call.argument());
    if (call.function() == AggregateFunction.MIN || call.function() == AggregateFunction.MAX) {
      return extreme(call, argument);
    }
    Contribution.Key key = key(call);
    boolean average = call.function() == AggregateFunction.AVG;
    int countWord = countWord(key);
    if (isFloating(argument)) {
      Accumulator sum =
          accumulator(
              List.of("double", call.argument(), key),
              () -> new DoubleSumAccumulator(contribution(key), call.argument()));
      return new DoubleResult((DoubleSumAccumulator) sum, countWord, average);
    }
    boolean wide = isWide(argument);
    Accumulator sum =
        accumulator(
            List.of("exact", call.argument(), key),
            () ->
                wide
                    ? new DecimalSumAccumulator(contribution(key), call.argument())
                    : new LongSumAccumulator(contribution(key), call.argument()));
    return new ExactResult(
        sum, countWord, argument.scale(), average, display(call), context.errors());
  }

  private Result extreme(AggregateCall call, DataType argument) {
    boolean maximum = call.function() == AggregateFunction.MAX;
    // Equal values more than once change no extreme.
    Contribution.Key key = key(call.argument(), call.filter(), false);
    int countWord = countWord(key);
    int column = call.argument();
    if (!node.inputAppendOnly()) {
      Accumulator ordered =
          accumulator(List.of("ordered", column, key), () -> ordered(column, argument, key));
      return new ExtremeResult(
          ordered,
          countWord,
          maximum ? OrderedExtremeAccumulator.MAXIMUM : OrderedExtremeAccumulator.MINIMUM);
    }
    Accumulator extreme =
        accumulator(
            List.of(maximum ? "max" : "min", column, key),
            () -> {
              if (argument.isVariableWidth()) {
                return new BytesExtremeAccumulator(contribution(key), column, maximum);
              }
              return isWide(argument)
                  ? new DecimalExtremeAccumulator(contribution(key), column, maximum)
                  : new LongExtremeAccumulator(
                      contribution(key), column, isFloating(argument), maximum);
            });
    return new ExtremeResult(extreme, countWord, 0);
  }

  private Accumulator ordered(int column, DataType type, Contribution.Key key) {
    String name = "ordered-" + column + (key.filter() < 0 ? "" : "-" + key.filter());
    return new OrderedExtremeAccumulator(
        contribution(key),
        column,
        type,
        node.groupKeys(),
        node.groupKeys().stream().map(inputType::type).toList(),
        context.state().ordered(name, Redistribution.byHash(0, node.groupKeys())));
  }

  private int countWord(Contribution.Key key) {
    return key.isRowCount()
        ? ROW_COUNT
        : accumulator(List.of("count", key), () -> new CountAccumulator(contribution(key)))
            .firstWord();
  }

  private Contribution.Key key(AggregateCall call) {
    return key(call.argument(), call.filter(), call.distinct());
  }

  private Contribution.Key key(int argument, int filter, boolean distinct) {
    boolean nullable = argument != AggregateCall.NONE && inputType.type(argument).nullable();
    return new Contribution.Key(
        nullable ? argument : AggregateCall.NONE, filter, distinct ? argument : AggregateCall.NONE);
  }

  private Contribution contribution(Contribution.Key key) {
    return contributions.computeIfAbsent(key, Contribution::new);
  }

  private Accumulator accumulator(List<Object> identity, Supplier<Accumulator> supplier) {
    Accumulator known = accumulators.get(identity);
    if (known != null) {
      return known;
    }
    Accumulator accumulator = supplier.get();
    accumulator.place(words);
    for (int cell : accumulator.byteCells()) {
      byteCells.add(words + cell);
    }
    words += accumulator.words();
    accumulators.put(identity, accumulator);
    return accumulator;
  }

  private void addDistinctValues() {
    Map<Integer, List<Contribution>> byColumn = new TreeMap<>();
    for (Contribution contribution : contributions.values()) {
      if (contribution.key().distinct() != AggregateCall.NONE) {
        byColumn
            .computeIfAbsent(contribution.key().distinct(), column -> new ArrayList<>())
            .add(contribution);
      }
    }
    byColumn.forEach(
        (column, values) -> {
          List<Contribution> rows = new ArrayList<>();
          for (Contribution value : values) {
            Contribution row =
                new Contribution(
                    new Contribution.Key(
                        value.key().argument(), value.key().filter(), AggregateCall.NONE));
            plainContributions.add(row);
            rows.add(row);
          }
          distinctValues.add(
              new DistinctValues(
                  column, node.groupKeys(), node.closing(), inputType, rows, values, context));
        });
  }

  private String display(AggregateCall call) {
    Column argument = inputType.column(call.argument());
    return call.function() + "(" + (call.distinct() ? "DISTINCT " : "") + argument.name() + ")";
  }

  private static boolean isFloating(DataType type) {
    return type.kind() == TypeKind.DOUBLE || type.kind() == TypeKind.REAL;
  }

  private static boolean isWide(DataType type) {
    return type.kind() == TypeKind.DECIMAL && !type.isLongDecimal();
  }
}
