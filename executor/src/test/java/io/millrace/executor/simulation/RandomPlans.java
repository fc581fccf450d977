package io.millrace.executor.simulation;

import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.AggregateCall;
import io.millrace.core.plan.AggregateFunction;
import io.millrace.core.plan.ChangelogMode;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.plan.JoinKind;
import io.millrace.core.plan.RankFunction;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.plan.SortColumn;
import io.millrace.core.type.Column;
import io.millrace.core.type.DataType;
import io.millrace.core.type.RowType;
import io.millrace.core.type.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Random relations with their models, as the planner would make them. All columns are BIGINT. */
final class RandomPlans {
  private static final DataType NULLABLE = DataType.of(TypeKind.BIGINT);
  private static final DataType BIGINT = NULLABLE.notNull();

  private final Random random;

  RandomPlans(Random random) {
    this.random = random;
  }

  ModelledRelation source(long id) {
    int splits = 1 + random.nextInt(3);
    int rows = random.nextInt(10) == 0 ? 0 : 10 + random.nextInt(50);
    return new ModelledRelation(
        new RelationSpec.Source(
            id,
            "s" + id,
            SimulatedSource.ROW_TYPE,
            SimulatedSource.options(splits, rows, random.nextBoolean())),
        null);
  }

  ModelledRelation table(long id) {
    return new ModelledRelation(
        new RelationSpec.Table(id, "t" + id, SimulatedSource.ROW_TYPE, List.of(), Map.of()), null);
  }

  /** How many rows there are of each key. */
  ModelledRelation counts(long id, ModelledRelation upstream) {
    Nodes nodes = new Nodes(id);
    int scan = nodes.scan(upstream, List.of(0, 1));
    return grouped(
        nodes,
        scan,
        List.of(0),
        List.of(AggregateFunction.COUNT),
        bag -> bag.project(List.of(0, 1)));
  }

  /** Pairs of rows with equal keys. */
  ModelledRelation pairs(long id, ModelledRelation left, ModelledRelation right) {
    return join(id, left, right, List.of(0, 3), List.of(0, 3), JoinKind.INNER);
  }

  /** All columns of a relation, row by row. */
  ModelledRelation copy(long id, ModelledRelation upstream) {
    Nodes nodes = new Nodes(id);
    nodes.scan(upstream, all(upstream.spec().rowType()));
    return nodes.bag(contents -> contents.get(0));
  }

  ModelledRelation sink(long id, ModelledRelation upstream) {
    RowType rowType = upstream.spec().rowType();
    Nodes nodes = new Nodes(id);
    int scan = nodes.scan(upstream, all(rowType));
    nodes.add(new ExecNode.SinkWrite(nodes.next(), scan, id, rowType, nodes.mode(scan)));
    return new ModelledRelation(
        new RelationSpec.Sink(id, "k" + id, rowType, nodes.plan(), SimulatedSink.with()),
        contents -> contents.get(0));
  }

  /** A view over some of these. */
  ModelledRelation view(long id, List<ModelledRelation> upstream) {
    ModelledRelation first = upstream.get(random.nextInt(upstream.size()));
    ModelledRelation second = upstream.get(random.nextInt(upstream.size()));
    return switch (random.nextInt(8)) {
      case 0 -> aggregate(id, first, List.of(AggregateFunction.COUNT, AggregateFunction.SUM), 1);
      case 1 -> aggregate(id, first, List.of(AggregateFunction.MIN, AggregateFunction.MAX), 1);
      case 2 -> aggregate(id, first, List.of(AggregateFunction.COUNT, AggregateFunction.SUM), 0);
      case 3 -> window(id, first);
      case 4, 5 -> join(id, first, second);
      case 6 -> rank(id, first);
      default -> union(id, first, second);
    };
  }

  private ModelledRelation aggregate(
      long id, ModelledRelation upstream, List<AggregateFunction> functions, int groupColumns) {
    Nodes nodes = new Nodes(id);
    List<Integer> columns = columns(upstream, groupColumns + 1);
    int scan = nodes.scan(upstream, columns);
    List<Integer> group = IntStream.range(0, groupColumns).boxed().toList();
    return grouped(nodes, scan, group, functions, bag -> bag.project(columns));
  }

  /** Rows by windows of a fixed size, without those of a condition. */
  private ModelledRelation window(long id, ModelledRelation upstream) {
    Nodes nodes = new Nodes(id);
    List<Integer> columns = columns(upstream, 2);
    int scan = nodes.scan(upstream, columns);
    int size = 2 + random.nextInt(6);
    RowType input = nodes.rowType(scan);
    RowType output = RowType.of(new Column("w", input.type(0)), input.column(1));
    String value = input.type(0).nullable() ? "c0.longValue()" : "c0";
    String guard = input.type(0).nullable() ? "if (c0 == null) { return null; } " : "";
    String result =
        input.type(0).nullable()
            ? "return java.lang.Long.valueOf(java.lang.Math.floorDiv("
                + value
                + ", "
                + size
                + "L));"
            : "return java.lang.Math.floorDiv(" + value + ", " + size + "L);";
    ScalarExpression start =
        new JavaExpression(
            input.type(0), List.of(0), List.of(), guard + result, "FLOOR(c0 / " + size + ")");
    int calc =
        nodes.add(
            new ExecNode.Calc(
                nodes.next(),
                scan,
                null,
                List.of(start, new InputReference(1, input.type(1))),
                output,
                nodes.mode(scan)));
    return grouped(
        nodes,
        calc,
        List.of(0),
        List.of(AggregateFunction.COUNT, AggregateFunction.MAX),
        bag -> Models.windows(bag.project(columns), size));
  }

  private ModelledRelation grouped(
      Nodes nodes,
      int input,
      List<Integer> group,
      List<AggregateFunction> functions,
      Function<Bag, Bag> inputModel) {
    RowType inputType = nodes.rowType(input);
    int argument = group.size();
    int exchange =
        nodes.add(new ExecNode.Exchange(nodes.next(), input, group, inputType, nodes.mode(input)));
    List<AggregateCall> calls = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    group.forEach(column -> columns.add(inputType.column(column)));
    for (AggregateFunction function : functions) {
      boolean count = function == AggregateFunction.COUNT;
      DataType type = count ? BIGINT : NULLABLE;
      calls.add(
          new AggregateCall(
              function, count ? AggregateCall.NONE : argument, AggregateCall.NONE, false, type));
      columns.add(new Column("a" + columns.size(), type));
    }
    RowType output = new RowType(columns);
    int aggregate =
        nodes.add(
            new ExecNode.GroupAggregate(
                nodes.next(),
                exchange,
                group,
                calls,
                nodes.mode(input) == ChangelogMode.APPEND,
                output,
                ChangelogMode.UPSERT));
    return nodes.materialize(
        aggregate,
        group,
        false,
        contents -> Models.aggregate(inputModel.apply(contents.get(0)), argument, functions));
  }

  private ModelledRelation join(long id, ModelledRelation left, ModelledRelation right) {
    List<Integer> leftColumns = columns(left, 2);
    List<Integer> rightColumns = columns(right, 2);
    JoinKind kind = JoinKind.values()[random.nextInt(JoinKind.values().length)];
    return join(id, left, right, leftColumns, rightColumns, kind);
  }

  private ModelledRelation join(
      long id,
      ModelledRelation left,
      ModelledRelation right,
      List<Integer> leftColumns,
      List<Integer> rightColumns,
      JoinKind kind) {
    Nodes nodes = new Nodes(id);
    int leftInput = nodes.exchange(nodes.scan(left, leftColumns), List.of(0));
    int rightInput = nodes.exchange(nodes.scan(right, rightColumns), List.of(0));
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < (kind.emitsPairs() ? 4 : 2); i++) {
      columns.add(new Column("c" + i, NULLABLE));
    }
    boolean append =
        nodes.mode(leftInput) == ChangelogMode.APPEND
            && nodes.mode(rightInput) == ChangelogMode.APPEND
            && (kind == JoinKind.INNER || kind == JoinKind.SEMI);
    nodes.add(
        new ExecNode.Join(
            nodes.next(),
            leftInput,
            rightInput,
            kind,
            List.of(0),
            List.of(0),
            List.of(false),
            null,
            IntStream.range(0, columns.size()).boxed().toList(),
            new RowType(columns),
            append ? ChangelogMode.APPEND : ChangelogMode.RETRACT));
    return nodes.bag(
        contents ->
            Models.join(
                contents.get(0).project(leftColumns),
                contents.get(contents.size() - 1).project(rightColumns),
                kind));
  }

  private ModelledRelation rank(long id, ModelledRelation upstream) {
    Nodes nodes = new Nodes(id);
    List<Integer> columns = columns(upstream, 3);
    int scan = nodes.scan(upstream, columns);
    int input = nodes.exchange(scan, List.of(0));
    SortColumn sort = new SortColumn(1, random.nextBoolean(), random.nextBoolean());
    long to = 1 + random.nextInt(3);
    RankFunction function =
        random.nextBoolean() ? RankFunction.ROW_NUMBER : RankFunction.DENSE_RANK;
    nodes.add(
        new ExecNode.Rank(
            nodes.next(),
            input,
            function,
            List.of(0),
            List.of(sort),
            1,
            to,
            false,
            nodes.mode(scan) == ChangelogMode.APPEND,
            nodes.rowType(input),
            ChangelogMode.RETRACT));
    return nodes.bag(contents -> Models.rank(contents.get(0).project(columns), sort, function, to));
  }

  private ModelledRelation union(long id, ModelledRelation first, ModelledRelation second) {
    Nodes nodes = new Nodes(id);
    List<Integer> firstColumns = columns(first, 2);
    List<Integer> secondColumns = columns(second, 2);
    int firstScan = nodes.scan(first, firstColumns);
    int secondScan = nodes.scan(second, secondColumns);
    boolean append =
        nodes.mode(firstScan) == ChangelogMode.APPEND
            && nodes.mode(secondScan) == ChangelogMode.APPEND;
    nodes.add(
        new ExecNode.UnionAll(
            nodes.next(),
            List.of(firstScan, secondScan),
            RowType.of(new Column("c0", NULLABLE), new Column("c1", NULLABLE)),
            append ? ChangelogMode.APPEND : ChangelogMode.RETRACT));
    return nodes.bag(
        contents -> {
          Bag both = new Bag();
          contents.get(0).project(firstColumns).forEach(both::add);
          contents.get(contents.size() - 1).project(secondColumns).forEach(both::add);
          return both;
        });
  }

  private static List<Integer> all(RowType rowType) {
    return IntStream.range(0, rowType.size()).boxed().toList();
  }

  /** Some columns of a relation, repeated if it has too few. */
  private List<Integer> columns(ModelledRelation relation, int count) {
    List<Integer> columns = new ArrayList<>(all(relation.spec().rowType()));
    Collections.shuffle(columns, random);
    while (columns.size() < count) {
      columns.add(columns.get(0));
    }
    return List.copyOf(columns.subList(0, count));
  }

  /** The nodes of one plan. */
  private static final class Nodes {
    private final long relationId;
    private final List<ExecNode> nodes = new ArrayList<>();

    Nodes(long relationId) {
      this.relationId = relationId;
    }

    int next() {
      return nodes.size();
    }

    int add(ExecNode node) {
      nodes.add(node);
      return node.id();
    }

    RowType rowType(int node) {
      return nodes.get(node).rowType();
    }

    ChangelogMode mode(int node) {
      return nodes.get(node).changelog();
    }

    int scan(ModelledRelation upstream, List<Integer> columns) {
      List<Column> types = new ArrayList<>();
      for (int column : columns) {
        types.add(new Column("c" + types.size(), upstream.spec().rowType().type(column)));
      }
      return add(
          new ExecNode.RelationScan(
              next(),
              upstream.id(),
              columns,
              new RowType(types),
              upstream.isSource() ? ChangelogMode.APPEND : ChangelogMode.RETRACT));
    }

    int exchange(int input, List<Integer> keys) {
      return add(new ExecNode.Exchange(next(), input, keys, rowType(input), mode(input)));
    }

    /** Ends the plan with a view that keeps rows without a key. */
    ModelledRelation bag(Function<List<Bag>, Bag> model) {
      int last = next() - 1;
      List<Integer> key = all(rowType(last));
      return materialize(exchange(last, key), key, true, model);
    }

    ModelledRelation materialize(
        int input, List<Integer> key, boolean bag, Function<List<Bag>, Bag> model) {
      RowType rowType = rowType(input);
      add(
          new ExecNode.Materialize(
              next(), input, relationId, key, bag, rowType, ChangelogMode.RETRACT));
      return new ModelledRelation(
          new RelationSpec.View(relationId, "v" + relationId, rowType, plan()), model);
    }

    ExecPlan plan() {
      return new ExecPlan(ExecPlan.VERSION, nodes);
    }
  }
}
