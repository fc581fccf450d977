package io.millrace.planner.explain;

import io.millrace.core.expression.InputReference;
import io.millrace.core.expression.JavaExpression;
import io.millrace.core.expression.ScalarExpression;
import io.millrace.core.plan.AggregateCall;
import io.millrace.core.plan.ExecNode;
import io.millrace.core.plan.ExecPlan;
import io.millrace.core.plan.RelationSpec;
import io.millrace.core.type.Column;
import io.millrace.core.type.RowType;
import io.millrace.planner.catalog.CatalogReader;
import io.millrace.planner.catalog.CatalogRelation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Prints physical plans, the root first, inputs indented below; what is read twice only once. */
public final class PlanPrinter {
  private final ExecPlan plan;
  private final String rootName;
  private final LongFunction<String> relations;
  private final IntFunction<String> facts;
  private final StringBuilder text = new StringBuilder();
  private final Set<Integer> printed = new HashSet<>();

  private PlanPrinter(
      ExecPlan plan, String rootName, LongFunction<String> relations, IntFunction<String> facts) {
    this.plan = plan;
    this.rootName = rootName;
    this.relations = relations;
    this.facts = facts;
  }

  /**
   * @param rootName of the view or sink
   * @param relations the name of the relation with an id
   * @param facts what more is known of a node, by its number; may be empty
   */
  public static String physical(
      ExecPlan plan, String rootName, LongFunction<String> relations, IntFunction<String> facts) {
    PlanPrinter printer = new PlanPrinter(plan, rootName, relations, facts);
    printer.print(plan.root(), 0);
    plan.nodes().stream()
        .filter(node -> node instanceof ExecNode.Materialize && node != plan.root())
        .forEach(node -> printer.print(node, 0));
    return printer.text.toString();
  }

  /** The names of the catalog's relations. */
  public static LongFunction<String> names(CatalogReader catalog) {
    return id ->
        catalog.names().stream()
            .flatMap(name -> catalog.find(name).stream())
            .filter(relation -> idOf(relation) == id)
            .map(CatalogRelation::name)
            .findFirst()
            .orElse("#" + id);
  }

  private static long idOf(CatalogRelation relation) {
    RelationSpec spec =
        relation instanceof CatalogRelation.Source source
            ? source.spec()
            : relation instanceof CatalogRelation.Table table
                ? table.spec()
                : relation instanceof CatalogRelation.MaterializedView view ? view.spec() : null;
    return spec == null ? -1 : spec.id();
  }

  private void print(ExecNode node, int depth) {
    text.append("  ".repeat(depth)).append(describe(node));
    text.append("  [").append(node.changelog().name().toLowerCase(Locale.ROOT));
    String more = facts.apply(node.id());
    text.append(more.isEmpty() ? "" : "; " + more).append("]");
    if (!printed.add(node.id()) && !node.inputs().isEmpty()) {
      text.append(" as above\n");
      return;
    }
    text.append('\n');
    node.inputs().forEach(input -> print(plan.nodes().get(input), depth + 1));
  }

  private String describe(ExecNode node) {
    if (node instanceof ExecNode.RelationScan scan) {
      return "Scan " + relations.apply(scan.relationId()) + names(scan.rowType());
    }
    if (node instanceof ExecNode.Values values) {
      return "Values " + rows(values);
    }
    if (node instanceof ExecNode.Calc calc) {
      return calc(calc);
    }
    if (node instanceof ExecNode.Exchange exchange) {
      return exchange.keys().isEmpty()
          ? "Exchange to one worker"
          : "Exchange by hash" + columns(exchange.keys(), exchange.rowType());
    }
    if (node instanceof ExecNode.GroupAggregate aggregate) {
      return aggregate(aggregate);
    }
    if (node instanceof ExecNode.LateFilter filter) {
      return "LateFilter by " + filter.rowType().column(filter.time().column()).name();
    }
    if (node instanceof ExecNode.LateRows late) {
      RowType input = plan.nodes().get(late.input()).rowType();
      return "LateRows by "
          + input.column(late.time().column()).name()
          + ":"
          + names(late.rowType());
    }
    if (node instanceof ExecNode.LateScan scan) {
      return "Late rows of " + relations.apply(scan.relationId()) + names(scan.rowType());
    }
    if (node instanceof ExecNode.Join join) {
      return join(join);
    }
    if (node instanceof ExecNode.Rank rank) {
      RowType input = plan.nodes().get(rank.input()).rowType();
      return RankText.of(
              rank.function(),
              rank.partitionKeys(),
              rank.order(),
              rank.from(),
              rank.to(),
              column -> input.column(column).name())
          + (rank.inputAppendOnly() ? " over insertions only" : "")
          + (rank.closing() == null
              ? ""
              : " closed by " + input.column(rank.closing().column()).name());
    }
    if (node instanceof ExecNode.SessionWindow window) {
      RowType input = plan.nodes().get(window.input()).rowType();
      return SessionText.of(
              window.partitionKeys(),
              window.timeColumn(),
              window.gapMillis(),
              column -> input.column(column).name())
          + ":"
          + names(window.rowType())
          + (window.inputAppendOnly() ? " over insertions only" : "")
          + (window.closing() == null
              ? ""
              : " closed by " + input.column(window.closing().column()).name());
    }
    if (node instanceof ExecNode.Materialize view) {
      return (view == plan.root() ? "Materialize " + rootName : "Materialize late rows")
          + kept(view);
    }
    return node instanceof ExecNode.SinkWrite sink
        ? "Sink " + rootName + names(sink.rowType())
        : node.getClass().getSimpleName();
  }

  private static String kept(ExecNode.Materialize view) {
    if (view.bag()) {
      return " as a bag of rows";
    }
    return view.key().isEmpty() ? " as one row" : " by key" + columns(view.key(), view.rowType());
  }

  private String calc(ExecNode.Calc calc) {
    RowType input = plan.nodes().get(calc.input()).rowType();
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < calc.projections().size(); i++) {
      String value = expression(calc.projections().get(i), input);
      String name = calc.rowType().column(i).name();
      columns.add(value.equals(name) ? value : value + " AS " + name);
    }
    return "Calc "
        + String.join(", ", columns)
        + (calc.condition() == null ? "" : " WHERE " + expression(calc.condition(), input));
  }

  private String aggregate(ExecNode.GroupAggregate aggregate) {
    RowType input = plan.nodes().get(aggregate.input()).rowType();
    String calls =
        aggregate.aggregates().stream()
            .map(call -> call(call, input))
            .collect(Collectors.joining(", "));
    return "GroupAggregate"
        + (aggregate.groupKeys().isEmpty() ? "" : " by" + columns(aggregate.groupKeys(), input))
        + (calls.isEmpty() ? "" : ": " + calls)
        + (aggregate.inputAppendOnly() ? " over insertions only" : "")
        + (aggregate.closing() == null
            ? ""
            : " closed by " + input.column(aggregate.closing().column()).name());
  }

  private String join(ExecNode.Join join) {
    RowType left = plan.nodes().get(join.left()).rowType();
    RowType right = plan.nodes().get(join.right()).rowType();
    List<Column> both = new ArrayList<>(left.columns());
    both.addAll(right.columns());
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < join.leftKeys().size(); i++) {
      conditions.add(
          left.column(join.leftKeys().get(i)).name()
              + (join.nullKeysMatch().get(i) ? " IS NOT DISTINCT FROM " : " = ")
              + right.column(join.rightKeys().get(i)).name());
    }
    if (join.condition() != null) {
      conditions.add(expression(join.condition(), new RowType(both)));
    }
    return "Join "
        + join.kind()
        + (conditions.isEmpty() ? "" : " ON " + String.join(" AND ", conditions))
        + ":"
        + names(join.rowType())
        + (join.leftPast() == null
            ? ""
            : " forgets by "
                + left.column(join.leftPast().column()).name()
                + " and "
                + right.column(join.rightPast().column()).name());
  }

  private static String call(AggregateCall call, RowType input) {
    String argument =
        call.argument() == AggregateCall.NONE ? "*" : input.column(call.argument()).name();
    return call.function()
        + "("
        + (call.distinct() ? "DISTINCT " : "")
        + argument
        + ")"
        + (call.filter() == AggregateCall.NONE
            ? ""
            : " FILTER (WHERE " + input.column(call.filter()).name() + ")");
  }

  private static String rows(ExecNode.Values values) {
    return values.rows().stream()
        .map(
            row ->
                row.stream()
                    .map(value -> expression(value, values.rowType()))
                    .collect(Collectors.joining(", ", "(", ")")))
        .collect(Collectors.joining(", "));
  }

  private static String expression(ScalarExpression expression, RowType input) {
    return expression instanceof InputReference ref
        ? input.column(ref.index()).name()
        : ((JavaExpression) expression).display();
  }

  private static String names(RowType rowType) {
    return columns(IntStream.range(0, rowType.size()).boxed().toList(), rowType);
  }

  private static String columns(List<Integer> columns, RowType rowType) {
    return columns.stream()
        .map(column -> rowType.column(column).name())
        .collect(Collectors.joining(", ", " (", ")"));
  }
}
